import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { type SumLine, summarize } from '../money/totals.ts';
import { buildReport, type CategoryFilter, categoryNames, hasWholeMonth, toggleCategory } from './report.ts';

const line = (type: SumLine['type'], category: string, cents: number, count = 1): SumLine => ({
  nature: 'regular',
  type,
  refund: false,
  category,
  budgetId: null,
  cents,
  count,
  lines: count,
});

const MONTHS = [
  { date: '2026-03-01', lines: [line('expense', 'Food', 2_000), line('income', 'Salary', 300_000)] },
  { date: '2026-02-01', lines: [line('expense', 'Food', 1_050, 2), line('expense', 'Housing', 90_000)] },
];

describe('a report', () => {
  it('has totals, and net change as income minus expense', () => {
    expect(buildReport(MONTHS, null)).toMatchObject({
      totalIncome: 300_000,
      totalExpense: 93_050,
      netChange: 206_950,
      count: 5,
    });
  });

  it('has signed sums by category, income first and the largest first', () => {
    expect(buildReport(MONTHS, null).categories).toEqual([
      { category: 'Salary', type: 'income', cents: 300_000, count: 1 },
      { category: 'Housing', type: 'expense', cents: -90_000, count: 1 },
      { category: 'Food', type: 'expense', cents: -3_050, count: 3 },
    ]);
  });

  it('counts only the categories of its filter', () => {
    const report = buildReport(MONTHS, new Set(['Food']));
    expect([report.totalIncome, report.totalExpense, report.count]).toEqual([0, 3_050, 3]);
  });

  it('keeps income and expenses apart when their category has the same name', () => {
    const lines = [line('income', 'Gifts', 500), line('expense', 'Gifts', 700)];
    expect(buildReport([{ date: '2026-03-01', lines }], null).categories.map(({ cents }) => cents)).toEqual([
      500, -700,
    ]);
  });

  it('takes a refund off the expenses of its category, beside the income of the same name', () => {
    const back = { ...line('income', 'Food', 500), refund: true };
    const lines = [line('income', 'Food', 300), line('expense', 'Food', 2_000), back];
    const parts = [{ date: '2026-03-01', lines }];
    expect(buildReport(parts, null)).toMatchObject({
      totalIncome: 300,
      totalExpense: 1_500,
      netChange: -1_200,
      count: 3,
      categories: [
        { category: 'Food', type: 'income', cents: 300, count: 1 },
        { category: 'Food', type: 'expense', cents: -1_500, count: 2 },
      ],
    });
    expect(categoryNames(parts)).toEqual(['Food']);
    expect(buildReport(parts, new Set(['Salary']))).toMatchObject({ totalExpense: 0, count: 0 });
  });

  it('takes what is paid back off the income of its category', () => {
    const paidBack = { ...line('expense', 'Salary', 1_000), refund: true };
    const parts = [{ date: '2026-03-01', lines: [line('income', 'Salary', 9_000), paidBack] }];
    expect(buildReport(parts, null)).toMatchObject({
      totalIncome: 8_000,
      totalExpense: 0,
      categories: [{ category: 'Salary', type: 'income', cents: 8_000, count: 2 }],
    });
  });

  it('has what is neither income nor expense apart from its net change', () => {
    const saved = { ...line('expense', 'Transfer', 5_000), nature: 'transfer' } as const;
    const opened = { ...line('income', 'Opening balance', 700), nature: 'opening' } as const;
    const adjusted = { ...line('expense', 'Adjustment', 50), nature: 'adjustment' } as const;
    const one = [{ date: '2026-03-01', lines: [line('income', 'Salary', 9_000), saved, opened, adjusted] }];
    expect(buildReport(one, null)).toMatchObject({
      totalIncome: 9_000,
      totalExpense: 0,
      netChange: 9_000,
      categories: [{ category: 'Salary' }],
      others: [
        { kind: 'corrections', cents: 650 },
        { kind: 'transfers', cents: -5_000 },
      ],
    });
    const both = [...one, { date: '2026-03-01', lines: [{ ...saved, type: 'income' as const }] }];
    expect(buildReport(both, null).others).toEqual([{ kind: 'corrections', cents: 650 }]);
    const evened = [{ date: '2026-03-01', lines: [opened, { ...adjusted, cents: 700 }] }];
    expect(buildReport(evened, null).others).toEqual([{ kind: 'corrections', cents: 0 }]);
    expect(buildReport(one, new Set(['Transfer', 'Salary']))).toMatchObject({ netChange: 9_000, others: [] });
    expect(categoryNames(one)).toEqual(['Salary']);
  });

  it('has category sums that add up to its net change, and others that lead to the balance, to the cent', () => {
    const anyLine = fc.record({
      nature: fc.constantFrom('regular', 'opening', 'transfer', 'adjustment'),
      type: fc.constantFrom('income', 'expense'),
      refund: fc.boolean(),
      category: fc.constantFrom('Food', 'Salary', 'Gifts'),
      budgetId: fc.constant(null),
      cents: fc.integer({ min: 1, max: 99_999_999_999 }),
      count: fc.integer({ min: 1, max: 9 }),
      lines: fc.integer({ min: 1, max: 9 }),
    });
    const anyMonth = fc.record({ date: fc.constantFrom('2026-01-01', '2026-02-01'), lines: fc.array(anyLine) });
    fc.assert(
      fc.property(fc.array(anyMonth), (months) => {
        const { totalIncome, totalExpense, categories, others, netChange } = buildReport(months, null);
        const sum = (of: readonly { cents: number }[]) => of.reduce((all, { cents }) => all + cents, 0);
        expect(netChange).toBe(totalIncome - totalExpense);
        expect(sum(categories)).toBe(netChange);
        const { balance } = summarize(months.flatMap(({ lines }) => lines));
        expect(netChange + sum(others)).toBe(balance);
      }),
    );
  });
});

it('the categories that have transactions are listed in order', () => {
  expect(categoryNames(MONTHS)).toEqual(['Food', 'Housing', 'Salary']);
});

describe('the category filter', () => {
  const filterAfter = (clicks: string[]) => clicks.reduce<CategoryFilter>(toggleCategory, null);

  it('goes from all categories to the one that is clicked', () => {
    expect(filterAfter(['Food'])).toEqual(new Set(['Food']));
  });

  it('can hold several categories', () => {
    expect(filterAfter(['Food', 'Salary'])).toEqual(new Set(['Food', 'Salary']));
  });

  it('goes back to all when the last one is unchecked', () => {
    expect(filterAfter(['Food', 'Salary', 'Food', 'Salary'])).toBeNull();
  });
});

describe('a period', () => {
  it('has a whole month if it includes the first and the last day of it', () => {
    expect(hasWholeMonth({ from: '2026-02-01', to: '2026-02-28' }, '2026-02')).toBe(true);
  });

  it('cuts a month if it begins or ends inside it', () => {
    expect(hasWholeMonth({ from: '2026-02-02', to: '2026-03-31' }, '2026-02')).toBe(false);
    expect(hasWholeMonth({ from: '2026-02-01', to: '2026-03-30' }, '2026-03')).toBe(false);
  });
});
