import { expect, it } from 'vitest';
import { idOf, transactionRow } from '#store/database/rows.fixture';
import { mayAddAnew } from './may-add-anew.ts';

it('a plain row that is gone can be added anew by who may add', () => {
  expect(mayAddAnew(transactionRow(1), 'member')).toBe(true);
  expect(mayAddAnew(transactionRow(1), 'viewer')).toBe(false);
  expect(mayAddAnew(transactionRow(1), null)).toBe(false);
});

it('a side of a transfer and a contribution cannot: the new entry would be neither', () => {
  expect(mayAddAnew(transactionRow(1, { nature: 'transfer', transferId: idOf(9) }), 'owner')).toBe(false);
  expect(mayAddAnew(transactionRow(1, { budgetId: idOf(9) }), 'owner')).toBe(false);
});
