/** docs/spec-table.md names where each line of the specification is, and the tests that hold it. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedTests, read, rootPath, sourceOf } from './cited-tests.ts';

const cited = citedTests('docs/spec-table.md');

test('names tests at all', () => {
  expect(cited.length).toBeGreaterThan(100);
});

test.each(cited)('“%s” is in %s', (name, file) => {
  expect(sourceOf(file)).toContain(name);
});

/** Paths of the second column; without a beginning they are below `src/features/`. */
const places = new Set(
  read('docs/spec-table.md')
    .split('\n')
    .flatMap((line) => [...(line.split(' | ')[1] ?? '').matchAll(/`([\w-]+\/[\w/.-]+)`/g)])
    .map(([, path = '']) => (/^(src|sync|supabase|public)\//.test(path) ? path : `src/features/${path}`)),
);

test('names places at all', () => {
  expect(places.size).toBeGreaterThan(50);
});

test.each([...places])('%s is there', (path) => {
  expect(existsSync(rootPath(path))).toBe(true);
});
