import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { daysOf, shiftDays } from './dates.ts';
import { periodBefore, QUICK_PERIODS, quickPeriod, quickPeriodOf } from './report-periods.ts';

describe('a quick period', () => {
  it.each([
    ['thisMonth', '2028-02-10', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['thisQuarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['thisQuarter', '2026-11-21', '2026-10-01', '2026-12-31'],
    ['thisYear', '2026-11-21', '2026-01-01', '2026-12-31'],
    ['lastTwelveMonths', '2026-11-21', '2025-11-22', '2026-11-21'],
    ['lastTwelveMonths', '2028-02-29', '2027-03-01', '2028-02-29'],
  ] as const)('%s, on %s, is from %s to %s', (name, today, from, to) => {
    expect(quickPeriod(name, today)).toEqual({ from, to });
  });

  it('is recognised by its days; only on 31 December, twelve months are the same as the year', () => {
    for (let day = '2028-01-01'; day < '2028-12-31'; day = shiftDays(day, 1)) {
      for (const name of QUICK_PERIODS) expect(quickPeriodOf(quickPeriod(name, day), day)).toBe(name);
    }
  });

  it('is not recognised when the days differ', () => {
    expect(quickPeriodOf({ from: '2026-10-21', to: '2026-11-21' }, '2026-11-21')).toBeNull();
    expect(quickPeriodOf({ from: '', to: '' }, '2026-11-21')).toBeNull();
  });
});

describe('the period before', () => {
  it.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2028-01-01', '2028-12-31', '2027-01-01', '2027-12-31'],
    ['2026-10-28', '2026-11-28', '2026-09-26', '2026-10-27'],
    ['2026-03-05', '2026-03-05', '2026-03-04', '2026-03-04'],
    ['2026-02-01', '2026-02-27', '2026-01-05', '2026-01-31'],
  ])('of %s to %s is %s to %s', (from, to, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
  });

  it('ends the day before, and has as many days unless months are whole', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => shiftDays('2020-01-01', days));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, length) => {
        const period = { from, to: shiftDays(from, length) };
        const before = periodBefore(period);
        expect(shiftDays(before.to, 1)).toBe(from);
        const isCut = !from.endsWith('-01');
        expect(isCut ? daysOf(before) : null).toBe(isCut ? daysOf(period) : null);
      }),
    );
  });
});
