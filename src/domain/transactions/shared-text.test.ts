import { expect, test } from 'vitest';
import { LONGEST_DESCRIPTION } from '../entered-text.ts';
import { readSharedText } from './shared-text.ts';

test.each([
  ['Café Rio, $12.50', '12.50', 'Café Rio'],
  ['Café Rio -$12.50', '12.50', 'Café Rio'],
  ['$1,204.50 at Harbor Books', '1204.50', 'at Harbor Books'],
  ['Order 4711: US$ 18 paid', '18', 'Order 4711 paid'],
  ['Your total is 23.99 today', '23.99', 'Your total is today'],
  ['Rent for 2026', '', 'Rent for 2026'],
  ['Version 1.2.3 is out', '', 'Version 1.2.3 is out'],
  ['  two\n lines ', '', 'two lines'],
  ['', '', ''],
])('of "%s" the amount is "%s" and the description "%s"', (text, amount, description) => {
  expect(readSharedText(text)).toEqual({ amount, description });
});

test('a long text fits into a description', () => {
  expect(readSharedText('a'.repeat(5000)).description).toHaveLength(LONGEST_DESCRIPTION);
});

test.each([
  ['signs before other words', `${',;'.repeat(50_000)}x $5`],
  ['digits that are no sum', `$${'1'.repeat(100_000)},1`],
  ['thousands that are no sum', `$1${',111'.repeat(25_000)},1`],
])('a link with a huge text does not hold the page, as it did for longer than a test may take: %s', (_, text) => {
  expect(readSharedText(text).description.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
});
