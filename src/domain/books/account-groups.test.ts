import { expect, it } from 'vitest';
import type { AccountKind } from '../account-kinds.ts';
import { groupAccounts, numberedAccounts } from './account-groups.ts';

const view = (name: string, kind: AccountKind, archived = false) => ({ account: { name, kind, archived } });
const names = (views: readonly ReturnType<typeof view>[]) => views.map(({ account }) => account.name);

const views = [
  view('Card', 'credit_card'),
  view('Wallet', 'cash'),
  view('Old', 'savings', true),
  view('House', 'loan'),
  view('Bank', 'checking'),
];

it('cards and loans are debts; each group keeps the order of the accounts; archived ones stand apart', () => {
  const { assets, debts, archived } = groupAccounts(views);
  expect([assets, debts, archived].map(names)).toEqual([['Wallet', 'Bank'], ['Card', 'House'], ['Old']]);
});

it('the keys go through the list from its top, to the ninth account', () => {
  expect(names(numberedAccounts(views))).toEqual(['Wallet', 'Bank', 'Card', 'House']);
  const many = Array.from({ length: 12 }, (_, n) => view(`${n}`, 'other'));
  expect(names(numberedAccounts(many))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
});
