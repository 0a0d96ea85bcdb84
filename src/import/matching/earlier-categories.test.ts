import { expect, it } from 'vitest';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../../domain/rows.ts';
import { EarlierCategories } from './earlier-categories.ts';

const ID = '10000000-0000-4000-8000-000000000001';
const line = { id: ID, category: 'Home', cents: 50, note: '' };

const row = (date: string, over: Partial<TransactionRow>): TransactionRow => ({
  id: ID,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  accountId: ID,
  type: 'expense',
  amount: 100,
  date,
  description: 'Market 12',
  category: 'Food',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
  userId: null,
  userEmail: null,
  ...over,
});

const OTHERS: [string, Partial<TransactionRow>][] = [
  ['a split', { category: 'Split', lines: [line, line] }],
  ['a transfer', { category: 'Transfer', nature: 'transfer', transferId: ID }],
  ['an opening balance', { category: 'Opening balance', nature: 'opening' }],
  ['an adjustment', { category: 'Adjustment', nature: 'adjustment' }],
  ['a row that was a transfer before', { category: 'Transfer' }],
  ['a row that was split before', { category: 'Split' }],
  ['a row without a category', { category: 'Uncategorized' }],
];

it.each(OTHERS)('the newest plain row with the same letters tells the category, not %s', (_, over) => {
  const earlier = new EarlierCategories();
  earlier.add(row('2026-03-03', over));
  earlier.add(row('2026-03-02', {}));
  earlier.add(row('2026-03-01', { category: 'Home' }));
  expect(earlier.of({ cents: -500, text: 'MARKET 99' })).toMatchObject({ category: 'Food' });
});
