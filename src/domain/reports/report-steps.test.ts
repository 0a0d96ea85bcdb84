import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { lastMonthUntil, type Period, shiftDays } from '../dates/dates.ts';
import { buildReport, type ReportPart } from './report.ts';
import {
  axisMarks,
  axisYears,
  type ReportStep,
  stepName,
  stepOf,
  sumsOverTime,
  withEmptyRunsJoined,
} from './report-steps.ts';

const part = (date: string, cents: number, category = 'Food'): ReportPart => ({
  date,
  lines: [{ nature: 'regular', type: 'expense', refund: false, category, budgetId: null, cents, count: 1, lines: 1 }],
});

/** First day, last day and expenses of each step. */
function steps(step: ReportStep, period: Period, parts: ReportPart[]) {
  return sumsOverTime({ step, period, parts }, null).map(({ days, expense }) => [days.from, days.to, expense]);
}

describe('the step of a report', () => {
  it.each([
    ['a day', '2026-03-05', '2026-03-05', 'day'],
    ['a calendar month', '2026-03-01', '2026-03-31', 'day'],
    ['33 days', '2026-03-01', '2026-04-02', 'week'],
    ['a quarter', '2026-01-01', '2026-03-31', 'week'],
    ['three months ago to today, at its longest', '2026-02-28', '2026-05-31', 'week'],
    ['94 days', '2026-02-28', '2026-06-01', 'month'],
    ['a year', '2026-01-01', '2026-12-31', 'month'],
    ['five years', '2021-03-05', '2026-03-05', 'month'],
    ['more than five years', '2021-03-05', '2026-03-06', 'year'],
  ])('of %s, %s to %s, is the %s', (_, from, to, step) => {
    expect(stepOf({ from, to })).toBe(step);
  });

  it('is a day for the period of a new report, on whichever day it is opened', () => {
    for (let day = '2027-12-01'; day < '2029-01-01'; day = shiftDays(day, 1)) {
      expect(stepOf(lastMonthUntil(day))).toBe('day');
    }
  });
});

describe('a report over time', () => {
  it('has every day of the period, also days without transactions', () => {
    expect(
      steps('day', { from: '2026-02-27', to: '2026-03-02' }, [part('2026-02-28', 5), part('2026-03-02', 7)]),
    ).toEqual([
      ['2026-02-27', '2026-02-27', 0],
      ['2026-02-28', '2026-02-28', 5],
      ['2026-03-01', '2026-03-01', 0],
      ['2026-03-02', '2026-03-02', 7],
    ]);
  });

  it('has weeks from Sunday to Saturday; the period cuts the first and the last', () => {
    const parts = [part('2026-03-05', 1), part('2026-03-07', 10), part('2026-03-08', 100), part('2026-03-17', 1000)];
    expect(steps('week', { from: '2026-03-05', to: '2026-03-17' }, parts)).toEqual([
      ['2026-03-05', '2026-03-07', 11],
      ['2026-03-08', '2026-03-14', 100],
      ['2026-03-15', '2026-03-17', 1000],
    ]);
  });

  it('has every month of the period, also when the clocks change', () => {
    expect(
      steps('month', { from: '2026-02-10', to: '2026-05-20' }, [part('2026-02-01', 1), part('2026-04-01', 2)]),
    ).toEqual([
      ['2026-02-10', '2026-02-28', 1],
      ['2026-03-01', '2026-03-31', 0],
      ['2026-04-01', '2026-04-30', 2],
      ['2026-05-01', '2026-05-20', 0],
    ]);
  });

  it('has the years from the first transaction to the last', () => {
    const parts = [part('2022-11-01', 1), part('2024-01-01', 2), part('2024-02-01', 3)];
    expect(steps('year', { from: '1970-01-01', to: '2026-03-05' }, parts)).toEqual([
      ['2022-01-01', '2022-12-31', 1],
      ['2023-01-01', '2023-12-31', 0],
      ['2024-01-01', '2024-12-31', 5],
    ]);
  });

  it('leaves empty years out when one mistyped year would make too many', () => {
    const parts = [part('2026-03-01', 1), part('2206-03-01', 2)];
    expect(steps('year', { from: '1970-01-01', to: '2300-01-01' }, parts)).toHaveLength(2);
  });

  it('adds the amounts of all accounts on the same day', () => {
    expect(
      steps('day', { from: '2026-03-05', to: '2026-03-05' }, [part('2026-03-05', 1), part('2026-03-05', 2)]),
    ).toEqual([['2026-03-05', '2026-03-05', 3]]);
  });

  it('counts only the categories of its filter, and keeps steps without them', () => {
    const parts = [part('2026-03-05', 1), part('2026-03-06', 2, 'Housing')];
    const sums = sumsOverTime(
      { step: 'day', period: { from: '2026-03-05', to: '2026-03-06' }, parts },
      new Set(['Housing']),
    );
    expect(sums.map(({ expense, count }) => [expense, count])).toEqual([
      [0, 0],
      [2, 1],
    ]);
  });

  it('counts income and expenses only', () => {
    const opening = {
      date: '2026-03-06',
      lines: part('', 9).lines.map((line) => ({ ...line, nature: 'opening' as const })),
    };
    const period = { from: '2026-03-05', to: '2026-03-06' };
    const sums = sumsOverTime({ step: 'day', period, parts: [part('2026-03-05', 1), opening] }, null);
    expect(sums.map(({ balance, count }) => [balance, count])).toEqual([
      [-1, 1],
      [0, 0],
    ]);
  });

  it('sums to the totals of the report to the cent, whatever the period', () => {
    const first = '2024-01-01';
    const anyPart = fc.record({
      day: fc.nat(2000),
      type: fc.constantFrom('income' as const, 'expense' as const),
      refund: fc.boolean(),
      category: fc.constantFrom('Food', 'Salary'),
      cents: fc.integer({ min: 1, max: 99_999_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(anyPart), fc.nat(2000), fc.boolean(), (days, length, isNarrowed) => {
        const period = { from: first, to: shiftDays(first, length) };
        const step = stepOf(period);
        const parts = days
          .filter(({ day }) => day <= length)
          .map(({ day, ...line }) => ({
            date: shiftDays(first, day),
            lines: [{ ...line, nature: 'regular' as const, budgetId: null, count: 1, lines: 1 }],
          }));
        const filter = isNarrowed ? new Set(['Food']) : null;
        const sums = sumsOverTime({ step, period, parts }, filter);
        const { totalIncome, totalExpense, count } = buildReport(parts, filter);
        const sum = (of: (one: (typeof sums)[number]) => number) => sums.reduce((total, one) => total + of(one), 0);
        expect([sum((one) => one.income), sum((one) => one.expense), sum((one) => one.count)]).toEqual([
          totalIncome,
          totalExpense,
          count,
        ]);
      }),
    );
  });
});

it('consecutive steps without transactions become one', () => {
  const parts = [part('2026-03-05', 1), part('2026-03-09', 2)];
  const sums = sumsOverTime({ step: 'day', period: { from: '2026-03-04', to: '2026-03-10' }, parts }, null);
  expect(withEmptyRunsJoined(sums).map(({ days, expense }) => [days.from, days.to, expense])).toEqual([
    ['2026-03-04', '2026-03-04', 0],
    ['2026-03-05', '2026-03-05', 1],
    ['2026-03-06', '2026-03-08', 0],
    ['2026-03-09', '2026-03-09', 2],
    ['2026-03-10', '2026-03-10', 0],
  ]);
});

describe('a step', () => {
  it.each([
    ['day', { from: '2026-03-01', to: '2026-03-01' }, 'Mar 1, 2026'],
    ['week', { from: '2026-03-01', to: '2026-03-07' }, 'Mar 1\u2009–\u20097, 2026'],
    ['month', { from: '2026-03-10', to: '2026-03-31' }, 'March 2026'],
    ['year', { from: '2026-01-01', to: '2026-12-31' }, '2026'],
    ['month', { from: '2026-03-01', to: '2026-05-31' }, 'Mar 1\u2009–\u2009May 31, 2026'],
    ['year', { from: '2024-01-01', to: '2025-12-31' }, 'Jan 1, 2024\u2009–\u2009Dec 31, 2025'],
  ] as const)('by the %s of %o is named %s', (step, days, name) => {
    expect(stepName(step, days)).toBe(name);
  });
});

describe('an axis', () => {
  const marks = (period: Period) => {
    const step = stepOf(period);
    return axisMarks(step, sumsOverTime({ step, period, parts: [part(period.from, 1), part(period.to, 1)] }, null));
  };

  it('marks as many days as a phone has room for', () => {
    expect(marks({ from: '2026-02-05', to: '2026-03-05' }).filter(Boolean)).toEqual([
      'Feb 5',
      'Feb 10',
      'Feb 15',
      'Feb 20',
      'Feb 25',
      'Mar 2',
    ]);
  });

  it('marks each month of a year', () => {
    expect(marks({ from: '2026-01-01', to: '2026-12-31' }).join(' ')).toBe(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    );
  });

  it('marks the first months of years when there are several', () => {
    const axis = marks({ from: '2023-11-05', to: '2026-03-05' });
    expect(axis.slice(0, 4)).toEqual(['', '', '2024', '']);
    expect(axis.filter(Boolean)).toEqual(['2024', '2025', '2026']);
  });

  it('marks years', () => {
    expect(marks({ from: '2018-01-01', to: '2024-12-31' }).join(' ')).toBe('2018 2019 2020 2021 2022 2023 2024');
  });

  const years = (period: Period) => {
    const step = stepOf(period);
    const sums = sumsOverTime({ step, period, parts: [part(period.from, 1), part(period.to, 1)] }, null);
    return axisYears(sums, axisMarks(step, sums)).filter(Boolean);
  };

  it('shows the year where the period crosses into another year, and only there', () => {
    expect(years({ from: '2025-12-20', to: '2026-01-15' })).toEqual(['2025', '2026']);
    expect(years({ from: '2025-11-22', to: '2026-11-21' })).toEqual(['2025', '2026']);
    expect(years({ from: '2026-01-01', to: '2026-12-31' })).toEqual([]);
    expect(years({ from: '2023-11-05', to: '2026-03-05' })).toEqual([]);
  });
});
