import { expect, it } from 'vitest';
import { profileOf } from './table-profiles.ts';

const MINT = ['Date', 'Description', 'Original Description', 'Amount', 'Transaction Type', 'Category', 'Account Name'];

it('a column without a name is none that a profile means', () => {
  const plain = profileOf(MINT);
  expect(plain).toEqual({ columns: { amount: 3, direction: 4, account: 6 } });
  expect(profileOf([...MINT, ''])).toEqual(plain);
});
