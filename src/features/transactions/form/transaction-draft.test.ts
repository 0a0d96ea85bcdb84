import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserSpeaks } from '../../../../tests/support/browser-locale.ts';
import { afterAdding, checkDraft, newDraft, type TransactionDraft, typedText, withType } from './transaction-draft.ts';

const complete: TransactionDraft = {
  type: 'income',
  date: '2026-03-31',
  amount: '12.50',
  category: 'Salary',
  description: ' March ',
  accountId: 'a',
  lines: null,
  notes: '',
  refund: false,
};

afterEach(() => void vi.restoreAllMocks());

describe('a transaction draft', () => {
  it('starts as an income of today without amount, category and description', () => {
    expect(newDraft({ accountId: 'a', today: '2026-03-31' })).toEqual({
      type: 'income',
      date: '2026-03-31',
      amount: '',
      category: '',
      description: '',
      accountId: 'a',
      lines: null,
      notes: '',
      refund: false,
    });
  });

  it('holds typed text once a line has an amount or a note', () => {
    const line = { id: '1', category: 'Food', amount: '', note: '' };
    const blank = { amount: '', description: '', notes: '' };
    expect(typedText({ ...blank, lines: [line] })).toBe('');
    expect(typedText({ ...blank, lines: [line, { ...line, amount: '5' }] })).toBe('5');
    expect(typedText({ ...blank, lines: [{ ...line, note: 'bread' }] })).toBe('bread');
  });

  it('loses its category when the type changes, and only then', () => {
    expect(withType(complete, 'expense')).toEqual({ ...complete, type: 'expense', category: '' });
    expect(withType(complete, 'income').category).toBe('Salary');
  });

  it('says how long notes may be, which is longer than a description', () => {
    const checked = checkDraft({ ...complete, notes: 'x'.repeat(10_001) });
    expect(checked.ok ? null : checked.errors).toEqual({ notes: expect.stringContaining('10000') });
  });

  it('loses its notes once they were added, and keeps what was typed since', () => {
    const added = { ...complete, notes: 'with Anna' };
    expect(afterAdding(added, added, ['amount']).notes).toBe('');
    expect(afterAdding({ ...added, notes: 'and Ben' }, added, ['amount']).notes).toBe('and Ben');
  });

  it('keeps everything except the fields to clear after it was added', () => {
    expect(afterAdding(complete, complete, ['amount', 'description'])).toEqual({
      ...complete,
      amount: '',
      description: '',
    });
  });

  it('keeps the text that was typed for the next one during the save', () => {
    const next = { ...complete, amount: '7', category: 'Gifts' };
    expect(afterAdding(next, complete, ['amount', 'description', 'category'])).toEqual({ ...next, description: '' });
  });

  it('becomes the fields of a row, in cents and with its description trimmed', () => {
    expect(checkDraft(complete)).toMatchObject({
      ok: true,
      fields: { ...complete, amount: 1250, description: 'March' },
    });
  });

  it('shows at every empty field what is missing', () => {
    const draft = { ...complete, amount: '', category: '', description: '  ', date: '', accountId: '' };
    expect(checkDraft(draft)).toEqual({
      ok: false,
      errors: {
        amount: 'Enter an amount.',
        category: 'Choose a category.',
        description: 'Enter a description.',
        date: 'Choose a date.',
        accountId: 'Choose an account.',
      },
    });
  });

  it.each([
    ['0', 'The amount must be more than zero.'],
    ['-5', 'The amount must be more than zero.'],
    ['1.005', 'Use at most two decimals.'],
    ['1000000000', 'The amount can be at most $999,999,999.99.'],
    ['lunch', 'Enter a number, such as 12.50 or 20+4.5.'],
  ])('refuses the amount %s', (amount, message) => {
    browserSpeaks('en-US');
    expect(checkDraft({ ...complete, amount })).toEqual({ ok: false, errors: { amount: message } });
  });
});
