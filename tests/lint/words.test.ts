/** The documents that everybody reads stay short: each fact stands once, so what one document says, others link. */
import { expect, test } from 'vitest';
import { read } from './cited-tests.ts';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/product-decisions.md',
  'sync/SPEC.md',
] as const;

/** Of all these documents together. Schedules brought ten rules (decision 61), and later S43g and S67n. */
const WORDS = 15_450;

/** Counts as `wc -w` does. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

test('words are counted as `wc -w` counts them', () => {
  expect(wordsOf('# Two words\n\n| a | table |\n')).toBe(8);
  expect(wordsOf('')).toBe(0);
});

test(`the documents that everybody reads have at most ${WORDS.toLocaleString('en')} words together`, () => {
  const words = Object.fromEntries(DOCUMENTS.map((document) => [document, wordsOf(read(document))]));
  const total = Object.values(words).reduce((sum, count) => sum + count, 0);
  expect(total, JSON.stringify(words)).toBeLessThanOrEqual(WORDS);
});
