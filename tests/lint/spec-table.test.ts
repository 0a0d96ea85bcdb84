/** docs/spec-table.md names, for each line of the specification, its place in the code and its tests. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedTests, read, rootPath, sourceOf } from './cited-tests.ts';

const cited = citedTests('docs/spec-table.md');

test('the document names tests', () => {
  expect(cited.length).toBeGreaterThan(100);
});

test.each(cited)('“%s” is in %s', (name, file) => {
  expect(sourceOf(file)).toContain(name);
});

/** Paths of the second column. Without a folder of the repository in front, they are below `src/features/`. */
const places = new Set(
  read('docs/spec-table.md')
    .split('\n')
    .flatMap((line) => [...(line.split(' | ')[1] ?? '').matchAll(/`([\w-]+\/[\w/.-]+)`/g)])
    .map(([, path = '']) => (/^(src|sync|supabase|public)\//.test(path) ? path : `src/features/${path}`)),
);

test('the document names places', () => {
  expect(places.size).toBeGreaterThan(50);
});

test.each([...places])('%s is there', (path) => {
  expect(existsSync(rootPath(path))).toBe(true);
});
