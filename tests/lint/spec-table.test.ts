/** docs/spec-table.md names the tests that hold each line of the specification. */
import { expect, test } from 'vitest';
import { citedTests, sourceOf } from './cited-tests.ts';

const cited = citedTests('docs/spec-table.md');

test('names tests at all', () => {
  expect(cited.length).toBeGreaterThan(100);
});

test.each(cited)('“%s” is in %s', (name, file) => {
  expect(sourceOf(file)).toContain(name);
});
