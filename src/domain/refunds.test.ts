import { describe, expect, it } from 'vitest';
import { categoryType, otherType, takesRefund, turns } from './refunds.ts';
import { TRANSACTION_DEFAULTS, type TransactionRow } from './rows.ts';
import { editToVersion, type HistoryEvent } from './transactions/history.ts';
import { checkTransaction, type TransactionInput } from './transactions/transactions.ts';

const row: TransactionRow = {
  id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-0000000000a1',
  type: 'income',
  amount: 500,
  date: '2026-03-05',
  description: 'Returned shoes',
  category: 'Clothes',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
  userId: null,
  userEmail: null,
  createdAt: '2026-03-05T10:00:00.000Z',
  version: 3,
};
const line = (number: number, cents: number) => ({
  id: `00000000-0000-4000-8000-00000000002${number}`,
  category: 'Clothes',
  cents,
  note: '',
});

describe('a refund', () => {
  it('[S78a] has a category of the other type', () => {
    expect(categoryType({ type: 'income', refund: true })).toBe('expense');
    expect(categoryType({ type: 'expense', refund: true })).toBe('income');
    expect(categoryType({ type: 'income', refund: false })).toBe('income');
    expect([otherType('income'), otherType('expense')]).toEqual(['expense', 'income']);
  });

  it('[S78b] is regular, has no lines and is no contribution', () => {
    expect(takesRefund(row)).toBe(true);
    expect(takesRefund({ ...row, lines: [line(1, 200), line(2, 300)] })).toBe(false);
    expect(takesRefund({ ...row, budgetId: '00000000-0000-4000-8000-000000000003' })).toBe(false);
    for (const nature of ['opening', 'transfer', 'adjustment'] as const) {
      expect(takesRefund({ ...row, nature })).toBe(false);
    }
  });
});

describe('an edit takes the category to the other side', () => {
  it('when it changes the type or the refund, and not when it only names them', () => {
    const before = { amount: 500, type: 'income', refund: false };
    expect(turns({ before, after: { ...before, type: 'expense' } })).toBe(true);
    expect(turns({ before, after: { ...before, refund: true } })).toBe(true);
    expect(turns({ before, after: { ...before, amount: 700 } })).toBe(false);
    expect(turns({ before: { category: 'Food' }, after: { category: 'Home' } })).toBe(false);
  });
});

describe('a transaction as entered', () => {
  const entered: TransactionInput = {
    accountId: row.accountId,
    type: 'income',
    amount: '5',
    date: row.date,
    description: row.description,
    category: row.category,
    refund: true,
  };

  it('is a refund when somebody says so, and otherwise not', () => {
    expect(checkTransaction(entered)).toMatchObject({ ok: true, fields: { refund: true, category: 'Clothes' } });
    const { refund: _, ...plain } = entered;
    expect(checkTransaction(plain)).toMatchObject({ ok: true, fields: { refund: false } });
  });

  it('[S78b] is no refund once it is split or a contribution', () => {
    const lines = ['2', '3'].map((amount, n) => ({ id: line(n, 0).id, category: 'Clothes', amount, note: '' }));
    expect(checkTransaction({ ...entered, lines })).toMatchObject({ ok: true, fields: { refund: false } });
    const budgetId = '00000000-0000-4000-8000-000000000003';
    expect(checkTransaction({ ...entered, budgetId })).toMatchObject({ ok: true, fields: { refund: false, budgetId } });
  });
});

describe('a version of the history', () => {
  const event = (over: Partial<TransactionRow>): HistoryEvent => ({
    id: '1',
    at: '2026-03-06T10:00:00.000Z',
    editedAt: '2026-03-06T10:00:00.000Z',
    author: null,
    kind: 'change',
    table: 'transactions',
    rowId: row.id,
    row: { ...row, ...over },
    before: {},
  });

  it('brings a refund back, and takes one away that it did not have', () => {
    expect(editToVersion(row, event({ refund: true }))).toMatchObject({ type: 'income', refund: true });
    expect(editToVersion({ ...row, refund: true }, event({}))).toMatchObject({ type: 'income', refund: false });
  });

  it('that is older than refunds is one of a plain row', () => {
    const { refund: _, ...fields } = row;
    expect(editToVersion(row, { ...event({}), row: fields })).toBeNull();
    expect(editToVersion({ ...row, refund: true }, { ...event({}), row: fields })).toMatchObject({ refund: false });
  });
});
