import { describe, expect, it } from 'vitest';
import { summarize } from './totals.ts';
import { checkTransaction, filterKey, searchKey, type TransactionInput } from './transactions.ts';

const entered: TransactionInput = {
  accountId: 'home',
  type: 'expense',
  amount: '12.50',
  date: '2026-03-05',
  description: ' Lunch\0 ',
  category: 'Food',
};

describe('a transaction as entered', () => {
  it('becomes the fields of a row, amount in cents and text clean', () => {
    expect(checkTransaction(entered)).toEqual({
      ok: true,
      fields: {
        accountId: 'home',
        type: 'expense',
        amount: 1250,
        date: '2026-03-05',
        description: 'Lunch',
        category: 'Food',
        notes: '',
        budgetId: null,
      },
    });
  });

  it('is refused at every empty field at once', () => {
    const empty = { accountId: '', type: '', amount: '', date: '', description: ' ', category: '' } as const;
    expect(checkTransaction(empty)).toEqual({
      ok: false,
      errors: {
        accountId: 'empty',
        type: 'empty',
        amount: 'empty',
        date: 'empty',
        description: 'empty',
        category: 'empty',
      },
    });
  });

  it('is refused for a day that does not exist and an amount that is none', () => {
    expect(checkTransaction({ ...entered, date: '2026-02-30', amount: '-3' })).toEqual({
      ok: false,
      errors: { date: 'not_a_date', amount: 'not_positive' },
    });
  });

  it('is refused where text is longer than a row holds', () => {
    const long = { description: 'x'.repeat(2001), category: 'x'.repeat(201), notes: 'x'.repeat(10_001) };
    expect(checkTransaction({ ...entered, ...long })).toEqual({
      ok: false,
      errors: { description: 'too_long', category: 'too_long', notes: 'too_long' },
    });
  });
});

describe('a filter', () => {
  const key = searchKey({ description: 'Café Nero', category: 'Food' });

  it('looks into description and category, whatever the case', () => {
    expect(key.includes(filterKey(' CAFÉ'))).toBe(true);
    expect(key.includes(filterKey('food'))).toBe(true);
    expect(key.includes(filterKey('rent'))).toBe(false);
  });

  it('does not find text that begins in one and ends in the other', () => {
    expect(key.includes(filterKey('nero food'))).toBe(false);
    expect(key.includes(filterKey('nerofood'))).toBe(false);
  });
});

describe('a summary', () => {
  it('adds income and expense and takes one from the other', () => {
    const lines = [
      { type: 'income', cents: 500, count: 2 },
      { type: 'expense', cents: 700, count: 1 },
      { type: 'income', cents: 1, count: 1 },
    ] as const;
    expect(summarize(lines)).toEqual({ income: 501, expense: 700, balance: -199, count: 4 });
    expect(summarize([])).toEqual({ income: 0, expense: 0, balance: 0, count: 0 });
  });
});
