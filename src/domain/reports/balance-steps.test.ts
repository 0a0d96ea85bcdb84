import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { shiftDays } from '../dates/dates.ts';
import { balancesOverTime, changeOf } from './balance-steps.ts';
import type { ReportPart } from './report.ts';
import { stepOf } from './report-steps.ts';

const part = (date: string, cents: number, nature: 'regular' | 'transfer' | 'opening' = 'regular'): ReportPart => {
  const type = cents < 0 ? 'expense' : 'income';
  const cause = { nature, type, refund: false, category: 'Food', budgetId: null } as const;
  const line = { ...cause, cents: Math.abs(cents), count: 1, lines: 1 };
  return { date, lines: [line] };
};

it('is the balance at the end of each step, with transfers and opening balances', () => {
  const parts = [part('2026-03-02', 500, 'opening'), part('2026-03-02', -200), part('2026-03-04', -900, 'transfer')];
  const period = { from: '2026-03-01', to: '2026-03-05' };
  const balances = balancesOverTime({ period, parts, step: 'day' }, 1000);
  expect(balances.map(({ days, balance }) => [days.to, balance])).toEqual([
    ['2026-03-01', 1000],
    ['2026-03-02', 1300],
    ['2026-03-03', 1300],
    ['2026-03-04', 400],
    ['2026-03-05', 400],
  ]);
});

it('of whatever steps, begins with the balance before and ends with all that the period changed', () => {
  const day = fc.integer({ min: 0, max: 700 }).map((days) => shiftDays('2025-01-01', days));
  const entry = fc.tuple(day, fc.integer({ min: -100_000, max: 100_000 }));
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1 }), fc.integer(), day, (entries, before, to) => {
      const period = { from: '2025-01-01', to };
      const parts = entries.filter(([date]) => date <= to).map(([date, cents]) => part(date, cents));
      const balances = balancesOverTime({ period, parts, step: stepOf(period) }, before);
      expect(balances.at(-1)?.balance).toBe(before + changeOf(parts));
    }),
  );
});
