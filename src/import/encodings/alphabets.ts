/** The letters beyond A to Z of languages whose banks write in an encoding of one byte for each letter. */

const ALPHABETS = [
  'äöüß', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúü¿¡ªº', // Spanish
  'ãáâàçéêíóôõúªº', // Portuguese
  'àèéìòùî', // Italian
  'éëïöüèáóíç', // Dutch
  'æøåéöü', // Danish, Norwegian
  'åäöéü', // Swedish, Finnish
  'áðéíóúýþæö', // Icelandic
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíĺľňóôŕšťúýž', // Slovak
  'ąćęłńóśźż', // Polish
  'áéíóöőúüű', // Hungarian
  'čćđšž', // Croatian, Slovene
  'ăâîşţșț', // Romanian
  'çğıöşüi̇âî', // Turkish
  'ąčęėįšųūž', // Lithuanian
  'āčēģīķļņšūž', // Latvian
  'äõöüšž', // Estonian
  'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ', // Greek
  'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџ', // Cyrillic
].map((letters) => new Set(letters));

/** What banks write in any language. */
const SIGNS = /[€£§°´«»„“”‚‘’–—…·•®©\u00a0№]/u;

const BEYOND = /[^\p{ASCII}]/gu;

/** Capitals in the midst of small letters, and two scripts in one word: rather letters of another encoding. */
const ODD = /\p{Ll}(?=\p{Lu})|[A-Za-z](?=\p{Script=Cyrillic})|\p{Script=Cyrillic}(?=[A-Za-z])/gu;

/**
 * How much of the text's letters beyond ASCII one language explains, from 0 to 1. A sign that no language has inside of
 * a word speaks against it.
 */
export function alphabetShare(text: string): number {
  const all = text.match(BEYOND) ?? [];
  const letters = all.filter((one) => !SIGNS.test(one)).map((one) => one.toLowerCase());
  const odd = text.match(ODD)?.length ?? 0;
  const known = ALPHABETS.map((alphabet) => letters.filter((one) => alphabet.has(one)).length);
  const share = letters.length === 0 ? 1 : Math.max(...known) / letters.length;
  return share - (letters.length === 0 ? 0 : odd / letters.length / 4);
}
