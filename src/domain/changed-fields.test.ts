import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

const before = { amount: 100, type: 'expense', date: '2026-01-01' };

it('holds every field of a group in which one changed, and no field of other groups', () => {
  expect(changedFields('transactions', before, { ...before, amount: 200 })).toEqual({
    before: { amount: 100, type: 'expense' },
    after: { amount: 200, type: 'expense' },
  });
});

it('is null when nothing changed', () => {
  expect(changedFields('transactions', before, { ...before })).toBeNull();
});

it('counts a missing field as an empty one', () => {
  expect(changedFields('accounts', { name: 'Home' }, { name: 'Home', description: null })).toBeNull();
});

it('holds no field that a patch may not change', () => {
  expect(changedFields('budgets', { name: 'Food', accountId: 'a' }, { name: 'Food', accountId: 'b' })).toBeNull();
});
