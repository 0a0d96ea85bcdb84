import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { coveredRow, covers } from '../books/budgets.ts';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../rows.ts';
import { checkLines, type LineInput, lineInput, lineProblems } from '../transactions/entered-lines.ts';
import { withFittingLines } from '../transactions/fitting-lines.ts';
import { leftOfTyped, withRest } from '../transactions/typed-lines.ts';
import { countedParts, leftToAssign } from './lines.ts';

const id = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`;
const typed = (n: number, category: string, amount: string, note = ''): LineInput => ({
  id: id(n),
  category,
  amount,
  note,
});

const row: TransactionRow = {
  id: id(100),
  accountId: id(101),
  type: 'expense',
  amount: 5000,
  date: '2026-10-05',
  description: 'Market',
  category: 'Split',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
  lines: [
    { id: id(1), category: 'Food', cents: 3000, note: '' },
    { id: id(2), category: 'Home', cents: 2000, note: 'lamp' },
  ],
  userId: null,
  userEmail: null,
  createdAt: '2026-10-05T10:00:00.000Z',
  version: 3,
};

describe('lines as entered', () => {
  it('become lines of cents that add up to the amount', () => {
    const lines = [typed(1, ' Food ', '12.50+3'), typed(2, 'Home', '4,50', ' lamp ')];
    expect(checkLines(lines, 2000)).toEqual({
      ok: true,
      lines: [
        { id: id(1), category: 'Food', cents: 1550, note: '' },
        { id: id(2), category: 'Home', cents: 450, note: 'lamp' },
      ],
    });
    expect(checkLines(lines, 2001)).toEqual({ ok: false, reason: 'not_added_up' });
  });

  it('leave out an empty one where nothing is left for it', () => {
    const [food, home, empty] = [typed(1, 'Food', '12'), typed(2, 'Home', '8'), typed(3, ' ', '')];
    expect(checkLines([food, home, empty], 2000)).toMatchObject({ ok: true, lines: [{ cents: 1200 }, { cents: 800 }] });
    expect(checkLines([food, home, empty], 2001)).toEqual({ ok: false, reason: 'in_lines' });
    expect(checkLines([food, home, empty], null)).toEqual({ ok: false, reason: 'in_lines' });
    expect(checkLines([food, empty], 1200)).toEqual({ ok: false, reason: 'in_lines' });
    expect(checkLines([food, home, typed(3, '', '', 'lamp')], 2000)).toEqual({ ok: false, reason: 'in_lines' });
  });

  it('are between two and fifty, and each is complete', () => {
    const many = Array.from({ length: 51 }, (_, n) => typed(n, 'Food', '0.01'));
    expect(checkLines(many.slice(0, 1), 1)).toEqual({ ok: false, reason: 'too_few_lines' });
    expect(checkLines(many.slice(0, 50), 50)).toMatchObject({ ok: true });
    expect(checkLines(many, 51)).toEqual({ ok: false, reason: 'too_many_lines' });
    expect(checkLines([typed(1, '', '1'), typed(2, 'Home', 'x')], 100)).toEqual({ ok: false, reason: 'in_lines' });
    expect(lineProblems(typed(1, '', 'x', 'n'.repeat(501)))).toEqual({
      category: 'empty',
      amount: 'not_a_number',
      note: 'too_long',
    });
  });

  it('leave what no line has yet, and the rest goes to one line, to the cent', () => {
    const lines = [typed(1, 'Food', '12.34'), typed(2, 'Home', '')];
    expect(leftOfTyped('50', lines)).toBe(3766);
    expect(leftOfTyped('', lines)).toBe(null);
    expect(withRest(lines, id(2), 3766)).toEqual([lines[0], { ...lines[1], amount: '37.66' }]);
    expect(withRest(lines, id(1), -1000)).toEqual([{ ...lines[0], amount: '2.34' }, lines[1]]);
    // A line of nothing is none.
    expect(withRest(lines, id(1), -1234)).toEqual(lines);
  });

  it('stay the same lines when they are stored, opened and saved again', () => {
    const anyLine = fc.record({
      category: fc.constantFrom('Food', 'Home'),
      cents: fc.integer({ min: 1, max: 99_999_999_999 }),
      note: fc.constantFrom('', 'lamp'),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 2, maxLength: 50 }), (drawn) => {
        const lines = drawn.map((line, n) => ({ id: id(n), ...line }));
        const amount = -leftToAssign(0, lines);
        expect(checkLines(lines.map(lineInput), amount)).toEqual({ ok: true, lines });
      }),
    );
  });
});

describe('a split row', () => {
  const food = { id: id(7), accountId: row.accountId, categoryName: 'Food', categoryType: 'expense' } as const;

  it('counts in the categories of its lines, and not in its own', () => {
    expect(countedParts(row).map(({ category, cents }) => [category, cents])).toEqual([
      ['Food', 3000],
      ['Home', 2000],
    ]);
    const called = { ...food, categoryName: 'Split' };
    expect(countedParts(row).some((part) => covers(called, part))).toBe(false);
  });

  it('is in a budget with the lines that the budget covers and their sum', () => {
    expect(coveredRow(food, row)).toMatchObject({ amount: 3000, lines: [{ category: 'Food' }] });
    expect(coveredRow({ ...food, categoryName: null }, row)).toBe(row);
    expect(coveredRow({ ...food, categoryName: 'Rent' }, row)).toBe(null);
  });

  it('is whole where its lines do not fit the amount or the category that somebody wants', () => {
    const { amount, category, lines } = row;
    expect(withFittingLines({ amount, category, lines })).toEqual({ amount, category, lines });
    expect(withFittingLines({ amount: 6000, category, lines })).toEqual({
      amount: 6000,
      category: 'Uncategorized',
      lines: null,
    });
    expect(withFittingLines({ amount, category: 'Rent', lines })).toEqual({ amount, category: 'Rent', lines: null });
  });
});
