/** Finds where a rule of sync/SPEC.md lives: each line that cites it, also in a range or without its letter. */

/** The groups of places, in the order in which they are shown. The first pattern that fits a path decides. */
const GROUPS: readonly (readonly [group: string, paths: RegExp])[] = [
  ['SPEC', /^sync\/SPEC\.md$/],
  ['tests', /\.test\.tsx?$|^tests\/(contract|e2e|mutation|backend)\//],
  ['device', /^(src|sync)\//],
  ['SQL of today', /^supabase\/schema\//],
  ['migrations', /^supabase\/migrations\//],
  ['embedded backend', /^supabase\//],
  ['model server', /^tests\/sync\/support\/(fake\/|fake-server\.ts)/],
  ['oracle', /^tests\/sync\/support\/oracle\//],
  ['contract of both servers', /^tests\/sync\/support\/[\w-]+-(contract|world)\.ts$/],
  ['tests', /^tests\//],
  ['documents', /\.md$/],
];

export type Place = { group: string; file: string; line: number; text: string };

/** From a rule to another one: S66 and its letters are [6600, 6626], S66b is [6602, 6602]. */
type Span = readonly [from: number, to: number];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const first = (number: string, letter: string) => Number(number) * 100 + LETTERS.indexOf(letter || ' ') + 1;
const last = (number: string, letter: string) => Number(number) * 100 + LETTERS.indexOf(letter || 'z') + 1;

/** `S66`, `S66b`, `S66b–d`, `S66a–S66c` or `S36 to S42`. */
const CITATION = /\bS(\d+)([a-z]?)(?:(?:–| to )(?:S(\d+)([a-z]?)|([a-z])))?\b(?![-\w])/g;

function spansIn(text: string): Span[] {
  return [...text.matchAll(CITATION)].map(([, number = '', letter = '', toNumber, toLetter = '', onlyLetter]) => [
    first(number, letter),
    last(toNumber ?? number, toNumber === undefined ? (onlyLetter ?? letter) : toLetter),
  ]);
}

/** The names of the rules in the text of sync/SPEC.md. */
export function rulesOf(spec: string): string[] {
  return [...spec.matchAll(/^- \*\*(S\d+[a-z]?)\*\*/gm)].map(([, rule = '']) => rule);
}

/** Whether the text of sync/SPEC.md has this rule, or split it into rules with letters. */
export function hasRule(spec: string, rule: string): boolean {
  return rulesOf(spec).some((one) => one === rule || one.replace(/[a-z]$/, '') === rule);
}

/** The lines of a file that cite the rule. In sync/SPEC.md, a rule with all of its lines counts as one line. */
export function placesIn(file: string, text: string, rule: string): Place[] {
  const group = GROUPS.find(([, paths]) => paths.test(file))?.[0] ?? 'other';
  const [[from, to] = [0, -1]] = spansIn(rule);
  const lines = (file === 'sync/SPEC.md' ? text.replace(/\n {2}(?=\S)/g, '\u0000') : text).split('\n');
  let number = 1;
  return lines.flatMap((line) => {
    const at = number;
    number += line.split('\u0000').length;
    const isCited = spansIn(line).some(([start, end]) => start <= to && from <= end);
    return isCited ? { group, file, line: at, text: line.replaceAll('\u0000', ' ').trim() } : [];
  });
}

/** The places by group, as they are printed. */
export function asText(places: readonly Place[]): string {
  const groups = [...new Set(GROUPS.map(([group]) => group)), 'other'];
  return groups
    .flatMap((group) => {
      const lines = places
        .filter((place) => place.group === group)
        .map(({ file, line, text }) => `  ${file}:${line}: ${text}`);
      return lines.length > 0 ? [[`${group} (${lines.length})`, ...lines].join('\n')] : [];
    })
    .join('\n\n');
}
