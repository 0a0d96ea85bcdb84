import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

function testsUnder(folder: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  // This file plants quotations of nothing.
  const tests = names.filter((name) => /(\.test|-contract)\.ts$/.test(name) && name !== 'spec.test.ts');
  return tests.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n');
}

/** Comments may cite a split rule as a whole, so they quote nothing. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '');
}

/** The rules of the text of SPEC.md, in its order. */
function rulesOf(spec: string): string[] {
  return [...spec.matchAll(/^- \*\*(S\d+[a-z]?)\*\*/gm)].map(([, rule = '']) => rule);
}

/** Two rules under one name would lend each other their tests. */
function namedTwice(spec: string): string[] {
  return rulesOf(spec).filter((rule, index, rules) => rules.indexOf(rule) < index);
}

/** Compares the rules of the text of SPEC.md with the rules that the names of tests quote. */
function compare(spec: string, tests: string): { unquoted: string[]; unknown: string[] } {
  const rules = new Set(rulesOf(spec));
  const quoted = new Set(withoutComments(tests).match(/\bS\d+[a-z]?\b/g));
  return { unquoted: [...rules.difference(quoted)].sort(), unknown: [...quoted.difference(rules)].sort() };
}

const spec = readFileSync(join(root, 'sync/SPEC.md'), 'utf8');

it('every rule of SPEC.md is quoted by at least one test, and no test quotes a rule that is not there', () => {
  const tests = ['tests/sync', 'tests/backend/sql', 'src/store', 'sync'].map(testsUnder).join('\n');
  expect(spec.match(/^- \*\*S/gm)?.length).toBeGreaterThan(90);
  expect(compare(spec, tests)).toEqual({ unquoted: [], unknown: [] });
});

it('no two rules of SPEC.md have one name', () => {
  expect(namedTwice(spec)).toEqual([]);
  expect(namedTwice('- **S2a** A rule.\n- **S3** Another.\n- **S2a** A third.\n')).toEqual(['S2a']);
});

const PLANTED = '- **S1** A whole rule.\n- **S2a** One half.\n- **S2b** The other half.\n';

it.each([
  ['a rule that is not there', "it('[S1, S2a, S2b, S3] works', run);", { unquoted: [], unknown: ['S3'] }],
  ['a split rule without its letter', "it('[S1, S2] works', run);", { unquoted: ['S2a', 'S2b'], unknown: ['S2'] }],
  ['a letter that is not there', "it('[S1a, S2a, S2b] works', run);", { unquoted: ['S1'], unknown: ['S1a'] }],
  ['a rule in a comment only', "/** S1 */\nit('[S2a, S2b] works', run); // S1", { unquoted: ['S1'], unknown: [] }],
])('a planted test that quotes %s is refused', (_what, tests, found) => {
  expect(compare(PLANTED, tests)).toEqual(found);
});
