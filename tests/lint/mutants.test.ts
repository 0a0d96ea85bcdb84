import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutants } from '../mutation/mutants.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

/** Suites that several servers must pass are in separate files, beside the tests that run them. */
const suites = (await readdir(`${root}tests/sync/support`)).filter((name) => name.endsWith('-contract.ts'));

test.each(mutants)('$guard: the guard and its test are where the mutation tests expect them', (mutant) => {
  const { file, find, also } = mutant;
  for (const place of also ? [{ file, find }, also] : [{ file, find }]) {
    expect(read(place.file).split(place.find)).toHaveLength(2);
  }
  const [testFile, name] = mutant.test;
  const sources = [testFile, ...suites.map((suite) => `tests/sync/support/${suite}`)].map(read);
  expect(sources.some((source) => source.includes(name))).toBe(true);
});
