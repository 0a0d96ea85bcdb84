/** docs/threat-model.md names a test for each threat. Without its test, a claim shows nothing. */
import { expect, test } from 'vitest';
import { citedTests, sourceOf } from './cited-tests.ts';

const cited = citedTests('docs/threat-model.md');

test('the document names tests', () => {
  expect(cited.length).toBeGreaterThan(50);
});

test.each(cited)('“%s” is in %s', (name, file) => {
  expect(sourceOf(file)).toContain(name);
});
