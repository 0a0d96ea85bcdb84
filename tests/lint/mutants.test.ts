import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutants } from '../mutation/mutants.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

/** Suites that several servers must pass are in separate files, beside the tests that run them. */
const suites = (await readdir(`${root}tests/sync/support`)).filter((name) => name.endsWith('-contract.ts'));

const MIGRATIONS = 'supabase/migrations/';
const migrations = (await readdir(root + MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
const definition = (name: string) => new RegExp(`create (?:or replace )?function ${name}\\(`);

/** The function of a migration in which the text stands. */
function functionAround(file: string, find: string): string | null {
  const before = read(file).slice(0, read(file).indexOf(find) + find.length);
  const opening = before
    .split(/create (?:or replace )?function /)
    .slice(1)
    .at(-1);
  return opening === undefined || opening.includes('$$;') ? null : (opening.split('(')[0] ?? null);
}

test.each(mutants.filter(({ file }) => file.startsWith(MIGRATIONS)))(
  '$guard: no later migration replaces the function of the guard',
  ({ file, find }) => {
    const name = functionAround(file, find);
    const later = migrations.filter((one) => MIGRATIONS + one > file);
    expect(later.filter((one) => name !== null && definition(name).test(read(MIGRATIONS + one)))).toEqual([]);
  },
);

test.each(mutants)('$guard: the guard and its test are where the mutation tests expect them', (mutant) => {
  const { file, find, also } = mutant;
  for (const place of also ? [{ file, find }, also] : [{ file, find }]) {
    expect(read(place.file).split(place.find)).toHaveLength(2);
  }
  const [testFile, name] = mutant.test;
  const sources = [testFile, ...suites.map((suite) => `tests/sync/support/${suite}`)].map(read);
  expect(sources.some((source) => source.includes(name))).toBe(true);
});
