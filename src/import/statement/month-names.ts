/** The names of months in many languages, long and short, alone and as they stand beside a day. */

/** Those that 0.2.0 read come first: where a name means two months, theirs counts. */
const FIRST = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
const MORE = ['pl', 'cs', 'sk', 'sv', 'da', 'nb', 'fi', 'hu', 'tr', 'ro', 'ca', 'id', 'el', 'ru', 'uk'];

/** Short names that banks write and the platform does not know. */
const ALSO: readonly (readonly [string, number])[] = [
  ['sept', 9],
  ['mrz', 3],
  ['jan', 1],
  ['janner', 1],
  ['okt', 10],
  ['dez', 12],
  ['gen', 1],
];

const MONTHS = numbersOf(FIRST);
for (const [name, month] of [...ALSO, ...numbersOf(MORE)]) if (!MONTHS.has(name)) MONTHS.set(name, month);

/** The number of the month, from 1; null when it is the name of none. */
export function monthNamed(name: string): number | null {
  return MONTHS.get(keyOf(name)) ?? null;
}

/** A name that means two months in two of the languages is left out. */
function numbersOf(languages: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const double = new Set<string>();
  for (const [name, month] of languages.flatMap(namesIn)) {
    if (found.has(name) && found.get(name) !== month) double.add(name);
    found.set(name, month);
  }
  for (const name of double) found.delete(name);
  return found;
}

function namesIn(language: string): [string, number][] {
  const formats = (['short', 'long'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
    // Many languages bend the name beside a day.
    new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
  ]);
  return formats.flatMap((format) =>
    Array.from({ length: 12 }, (_, at): [string, number] => {
      const parts = format.formatToParts(Date.UTC(2026, at, 1));
      return [keyOf(parts.find(({ type }) => type === 'month')?.value ?? ''), at + 1];
    }),
  );
}

function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
}
