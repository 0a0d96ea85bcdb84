/** Periods of a report that one press chooses. The specification leaves them open. */
import { monthOf, type Period, periodOfMonth, shiftDays, shiftMonths } from './dates.ts';

export const QUICK_PERIODS = ['thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastTwelveMonths'] as const;

export type QuickPeriod = (typeof QUICK_PERIODS)[number];

/**
 * The period's days, seen from this day. Months, quarters and years are whole, because transactions may lie in the
 * future.
 */
export function quickPeriod(name: QuickPeriod, today: string): Period {
  const month = monthOf(today);
  switch (name) {
    case 'thisMonth':
      return periodOfMonth(month);
    case 'lastMonth':
      return periodOfMonth(monthOf(shiftMonths(today, -1)));
    case 'thisQuarter': {
      const from = shiftMonths(`${month}-01`, -((Number(month.slice(5)) - 1) % 3));
      return { from, to: shiftDays(shiftMonths(from, 3), -1) };
    }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
    case 'lastTwelveMonths':
      return { from: shiftDays(shiftMonths(today, -12), 1), to: today };
  }
}

/** The named period that equals these days, seen from this day; null when none does. */
export function quickPeriodOf({ from, to }: Period, today: string): QuickPeriod | null {
  const is = (name: QuickPeriod) => {
    const period = quickPeriod(name, today);
    return period.from === from && period.to === to;
  };
  return QUICK_PERIODS.find(is) ?? null;
}
