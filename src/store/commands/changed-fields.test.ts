import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

const GROUPS = [['amount', 'type'], ['date']];
const before = { amount: 100, type: 'expense', date: '2026-01-01' };

it('takes a group whole when one of its fields changed, and leaves the others out', () => {
  expect(changedFields(before, { ...before, amount: 200 }, GROUPS)).toEqual({
    before: { amount: 100, type: 'expense' },
    after: { amount: 200, type: 'expense' },
  });
});

it('is null when nothing changed', () => {
  expect(changedFields(before, { ...before }, GROUPS)).toBeNull();
});
