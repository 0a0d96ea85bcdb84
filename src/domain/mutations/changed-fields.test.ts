import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

const before = { amount: 100, type: 'expense', date: '2026-01-01' };

it('holds every field of a group in which one changed, and no field of other groups', () => {
  expect(changedFields('transactions', before, { ...before, amount: 200 })).toEqual({
    before: { amount: 100, type: 'expense', refund: false },
    after: { amount: 200, type: 'expense', refund: false },
  });
});

it('is null when nothing changed', () => {
  expect(changedFields('transactions', before, { ...before })).toBeNull();
});

it('counts a missing field as an empty one', () => {
  expect(changedFields('accounts', { name: 'Home' }, { name: 'Home', description: null })).toBeNull();
});

it('leaves a field alone that the edit does not name, because an older version does not know it', () => {
  expect(changedFields('accounts', { name: 'Home', kind: 'cash' }, { name: 'House' })).toEqual({
    before: { name: 'Home' },
    after: { name: 'House' },
  });
});

it('holds no field that a patch may not change', () => {
  expect(changedFields('budgets', { name: 'Food', accountId: 'a' }, { name: 'Food', accountId: 'b' })).toBeNull();
});

it('[S66b] holds amount, type, refund, category and lines together where the row has lines before or after', () => {
  const line = { id: '00000000-0000-4000-8000-000000000001', category: 'Food', cents: 50, note: '' };
  const lines = [line, { ...line, id: '00000000-0000-4000-8000-000000000002' }];
  const split = { ...before, category: 'Split', lines };
  const whole = { ...before, category: 'Food', lines: null };
  const names = (one: Parameters<typeof changedFields>[1], other: Parameters<typeof changedFields>[2]) =>
    Object.keys(changedFields('transactions', one, other)?.after ?? {}).sort();
  const bound = ['amount', 'category', 'lines', 'refund', 'type'];
  expect(names(split, { ...split, amount: 200 })).toEqual(bound);
  expect(names(whole, split)).toEqual(bound);
  expect(names(split, whole)).toEqual(bound);
  expect(names(split, { ...split, date: '2026-02-01' })).toEqual(['date']);
  expect(names(whole, { ...whole, amount: 200 })).toEqual(['amount', 'refund', 'type']);
  expect(names(split, { ...split, lines: lines.map((one) => ({ ...one })) })).toEqual([]);
});
