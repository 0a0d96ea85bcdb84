import { expect, it } from 'vitest';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import { groupByDay, withoutDays } from './day-groups.ts';

function row(id: string, date: string): TransactionRow {
  return {
    id,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    accountId: 'a',
    type: 'expense',
    amount: 100,
    date,
    description: id,
    category: 'Food',
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
    userId: null,
    userEmail: null,
  };
}

const rows = [row('dinner', '2026-03-02'), row('lunch', '2026-03-02'), row('rent', '2026-03-01')];

it('puts one heading above the transactions of each day', () => {
  expect(groupByDay(rows).map((item) => item.key)).toEqual([
    'day:2026-03-02',
    'dinner',
    'lunch',
    'day:2026-03-01',
    'rent',
  ]);
});

it('leaves headings out where the rows are not ordered by day', () => {
  expect(withoutDays(rows).map((item) => item.key)).toEqual(['dinner', 'lunch', 'rent']);
});
