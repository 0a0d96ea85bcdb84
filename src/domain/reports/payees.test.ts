import { expect, it } from 'vitest';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../rows.ts';
import { inFilter, Payees } from './payees.ts';

const row = (over: Partial<TransactionRow>): TransactionRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-0000000000a1',
  type: 'expense',
  amount: 5_000,
  date: '2026-03-05',
  description: 'Shoe shop',
  category: 'Clothes',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
  userId: null,
  userEmail: null,
  createdAt: '2026-03-05T10:00:00.000Z',
  version: 1,
  ...over,
});

function sumsOf(...rows: TransactionRow[]) {
  const payees = new Payees();
  const counts = inFilter(null);
  payees.add(rows, (_, category) => counts(category));
  return payees.sums();
}

it('money back from a shop lowers what went there, and is no income from it', () => {
  const back = row({ type: 'income', refund: true, amount: 2_000, date: '2026-03-09', description: 'SHOE SHOP' });
  expect(sumsOf(row({}), back)).toEqual([{ payee: 'SHOE SHOP', type: 'expense', cents: -3_000, count: 2 }]);
});

it('income that is paid back lowers what came from there', () => {
  const wage = row({ type: 'income', amount: 90_000, description: 'Employer', category: 'Salary' });
  const paidBack = { ...wage, type: 'expense' as const, refund: true, amount: 1_000 };
  expect(sumsOf(wage, paidBack)).toEqual([{ payee: 'Employer', type: 'income', cents: 89_000, count: 2 }]);
});

it('more money back than went there stands above zero on the side of expenses', () => {
  const back = row({ type: 'income', refund: true, amount: 7_000 });
  expect(sumsOf(row({}), back)).toEqual([{ payee: 'Shoe shop', type: 'expense', cents: 2_000, count: 2 }]);
});
