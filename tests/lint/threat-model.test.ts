/** docs/threat-model.md names a test for each threat: one that was renamed or removed leaves a claim that nothing shows. */
import { expect, test } from 'vitest';
import { citedTests, sourceOf } from './cited-tests.ts';

const cited = citedTests('docs/threat-model.md');

test('names tests at all', () => {
  expect(cited.length).toBeGreaterThan(50);
});

test.each(cited)('“%s” is in %s', (name, file) => {
  expect(sourceOf(file)).toContain(name);
});
