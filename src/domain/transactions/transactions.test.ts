import { describe, expect, it } from 'vitest';
import { summarize } from '../money/totals.ts';
import { foldText } from '../search-text.ts';
import { checkTransaction, searchKey, type TransactionInput } from './transactions.ts';

const entered: TransactionInput = {
  accountId: 'home',
  type: 'expense',
  amount: '12.50',
  date: '2026-03-05',
  description: ' Lunch\0 ',
  category: 'Food',
};

describe('a transaction as entered', () => {
  it('becomes the fields of a row, with the amount in cents and clean text', () => {
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
        lines: null,
        refund: false,
      },
    });
  });

  it('has the category Split when it has lines, which add up to its amount', () => {
    const line = (n: number, amount: string) => ({ id: `${n}`, category: 'Food', amount, note: '' });
    const split = checkTransaction({ ...entered, category: '', lines: [line(1, '10'), line(2, '2.50')] });
    expect(split).toMatchObject({ ok: true, fields: { category: 'Split', lines: [{ cents: 1000 }, { cents: 250 }] } });
    const wrong = checkTransaction({ ...entered, lines: [line(1, '10'), line(2, '2.49')] });
    expect(wrong).toEqual({ ok: false, errors: { lines: 'not_added_up' } });
  });

  it('shows an error at every empty field at once', () => {
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

  it('is refused when the day does not exist or the amount is no amount', () => {
    expect(checkTransaction({ ...entered, date: '2026-02-30', amount: '-3' })).toEqual({
      ok: false,
      errors: { date: 'not_a_date', amount: 'not_positive' },
    });
  });

  it('is refused when a text is longer than a row can hold', () => {
    const long = { description: 'x'.repeat(2001), category: 'x'.repeat(201), notes: 'x'.repeat(10_001) };
    expect(checkTransaction({ ...entered, ...long })).toEqual({
      ok: false,
      errors: { description: 'too_long', category: 'too_long', notes: 'too_long' },
    });
  });
});

describe('the text that a filter searches', () => {
  const key = searchKey({ description: 'Café Nero', category: 'Food', notes: 'With İnci', lines: null });

  it('is description, category and notes, without case and accents', () => {
    expect(key).toContain(foldText('CAFÉ'));
    expect(key).toContain('food');
    expect(key).toContain('inci');
    expect(key).not.toContain('rent');
  });

  it('has no text that begins in one and ends in the other', () => {
    expect(key).not.toContain('nero food');
    expect(key).not.toContain('nerofood');
  });

  it('has the categories and notes of lines, too', () => {
    const lines = [{ id: '1', category: 'Home', cents: 100, note: 'Grüner Tisch' }];
    expect(searchKey({ description: 'Shop', category: 'Split', notes: '', lines })).toContain('gruner tisch');
  });
});

describe('a summary', () => {
  it('sums income and expenses, and subtracts one from the other', () => {
    const lines = [
      { nature: 'regular', type: 'income', refund: false, cents: 500, count: 2 },
      { nature: 'regular', type: 'expense', refund: false, cents: 700, count: 1 },
      { nature: 'regular', type: 'income', refund: false, cents: 1, count: 1 },
    ] as const;
    expect(summarize(lines)).toEqual({ income: 501, expense: 700, balance: -199, count: 4 });
    expect(summarize([])).toEqual({ income: 0, expense: 0, balance: 0, count: 0 });
  });

  it('takes refunds off the side of their category, and counts them in the balance by their type', () => {
    const plain = [
      { nature: 'regular', type: 'income', refund: false, cents: 500, count: 1 },
      { nature: 'regular', type: 'expense', refund: false, cents: 700, count: 1 },
    ] as const;
    const back = { nature: 'regular', type: 'income', refund: true, cents: 200, count: 1 } as const;
    expect(summarize([...plain, back])).toEqual({ income: 500, expense: 500, balance: 0, count: 3 });
    const paidBack = { ...back, type: 'expense', cents: 50 } as const;
    expect(summarize([...plain, paidBack])).toEqual({ income: 450, expense: 700, balance: -250, count: 3 });
    expect(summarize([back])).toEqual({ income: 0, expense: -200, balance: 200, count: 1 });
  });

  it('[S64a] counts an opening balance, a transfer and an adjustment in the balance alone', () => {
    const lines = [
      { nature: 'regular', type: 'expense', refund: false, cents: 700, count: 1 },
      { nature: 'opening', type: 'income', refund: false, cents: 5_000, count: 1 },
      { nature: 'transfer', type: 'expense', refund: false, cents: 1_000, count: 2 },
      { nature: 'adjustment', type: 'income', refund: false, cents: 3, count: 1 },
    ] as const;
    expect(summarize(lines)).toEqual({ income: 0, expense: 700, balance: 3_303, count: 5 });
  });
});
