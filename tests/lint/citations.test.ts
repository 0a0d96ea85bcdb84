/** A cited number exists in the repository, so a reader who follows it finds something. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deadCitations, readCitable } from './citations.ts';
import { read, rootPath } from './cited-tests.ts';
import { repositoryFiles } from './repository-files.ts';

const decisions = readdirSync(rootPath('docs/decisions'));
const citable = readCitable(read('docs/specification.md'), read('sync/SPEC.md'), decisions);

/** These files plant citations of nothing. */
const planting = new Set(['tests/lint/citations.test.ts', 'tests/lint/rule.test.ts', 'tests/sync/spec.test.ts']);
const files = repositoryFiles(/\.(tsx?|sql|md|css)$/).filter((file) => !planting.has(file));

test('there is something to cite', () => {
  expect([...citable.points]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(citable.guarantees.size).toBe(9);
  expect(citable.rules.size).toBeGreaterThan(30);
  expect(citable.decisions.size).toBeGreaterThan(10);
});

test.each([
  ['a rule', '(S999)', 'S999'],
  ['a letter of a rule', 'S10z holds', 'S10z'],
  ['a guarantee', 'as G12 says', 'G12'],
  ['a decision', 'see decision 0999', 'decision 0999'],
  ['a record', 'docs/decisions/0999-none.md', 'decisions/0999'],
  ['a point', "the specification's point 12", "specification's point 12"],
])('a planted citation of %s that does not exist is refused', (_what, text, cited) => {
  expect(deadCitations(text, citable)).toEqual([cited]);
});

test('an existing number may be cited', () => {
  expect(deadCitations("S10 and G3, decision 0001, the specification's point 9", citable)).toEqual([]);
});

test('no file cites a number that does not exist', () => {
  const dead = files.flatMap((file) => deadCitations(read(file), citable).map((cited) => `${file}: ${cited}`));
  expect(dead).toEqual([]);
});
