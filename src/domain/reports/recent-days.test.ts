import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { shiftDays } from '../dates/dates.ts';
import type { TransactionRow } from '../rows.ts';
import { balanceAfter, balanceLine, LINE_DAYS, monthSoFar, sumByDay } from './recent-days.ts';

type Row = Pick<TransactionRow, 'date' | 'nature' | 'type' | 'refund' | 'amount'>;

const today = fc.integer({ min: 0, max: 2000 }).map((days) => shiftDays('2023-01-01', days));

/** Rows from half a year before the day to two months after it. */
const rowsAround = (day: string) =>
  fc.array(
    fc.record({
      date: fc.integer({ min: -180, max: 60 }).map((days) => shiftDays(day, days)),
      nature: fc.constantFrom<Row['nature']>('regular', 'regular', 'transfer', 'opening', 'adjustment'),
      type: fc.constantFrom<Row['type']>('income', 'expense'),
      refund: fc.boolean(),
      amount: fc.integer({ min: 1, max: 100_000 }),
    }),
    { maxLength: 60 },
  );

const cases = today.chain((day) => rowsAround(day).map((rows) => ({ day, rows })));

const signed = ({ type, amount }: Row) => (type === 'income' ? amount : -amount);
/** Whether its category is of the type: a refund has one of the other type. */
const isOf = (row: Row, type: Row['type']) => (row.type === type) !== row.refund;
const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

/** The dates of a month up to the number of the day, as texts alone. */
const upTo = (rows: readonly Row[], month: string, day: string) =>
  rows.filter(({ date }) => date.slice(0, 7) === month && date.slice(8) <= day);

describe('this month so far', () => {
  it('is what its rows and those of last month add up to, each until the same day', () => {
    fc.assert(
      fc.property(cases, ({ day, rows }) => {
        const [year = 0, month = 0] = day.split('-').map(Number);
        const last = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
        const found = monthSoFar(sumByDay(rows), day);
        for (const [sums, those] of [
          [found.now, upTo(rows, day.slice(0, 7), day.slice(8))],
          [found.before, upTo(rows, last, day.slice(8))],
        ] as const) {
          const regular = those.filter(({ nature }) => nature === 'regular');
          expect(sums.income).toBe(sum(regular, (row) => (isOf(row, 'income') ? signed(row) : 0)));
          expect(sums.expense).toBe(sum(regular, (row) => (isOf(row, 'expense') ? -signed(row) : 0)));
          expect(sums.balance).toBe(sum(those, signed));
        }
      }),
    );
  });

  it('is compared with the whole of a shorter last month', () => {
    const rows: Row[] = [
      { date: '2026-02-28', nature: 'regular', type: 'income', refund: false, amount: 500 },
      { date: '2026-03-31', nature: 'regular', type: 'income', refund: false, amount: 700 },
    ];
    const found = monthSoFar(sumByDay(rows), '2026-03-31');
    expect(found.day).toBe('2026-02-28');
    expect([found.now.income, found.before.income]).toEqual([700, 500]);
  });
});

describe('the line of a balance', () => {
  it('is the sum of all rows until each of its days', () => {
    fc.assert(
      fc.property(cases, ({ day, rows }) => {
        const days = sumByDay(rows);
        const balance = sum(rows, signed) - balanceAfter(days, day);
        const expected = Array.from({ length: LINE_DAYS }, (_, at) =>
          sum(
            rows.filter(({ date }) => date <= shiftDays(day, at + 1 - LINE_DAYS)),
            signed,
          ),
        );
        expect(balanceLine(days, day, balance)).toEqual(expected);
      }),
    );
  });
});
