import { expect, it } from 'vitest';
import { counted, formatCount } from './numbers.ts';

it('thousands are separated', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
});

it.each([
  [0, '0 days left'],
  [1, '1 day left'],
  [2000, '2,000 days left'],
])('%i is written with the words that go with it', (count, text) => {
  expect(counted(count, 'day left', 'days left')).toBe(text);
});
