/** Periods that one press chooses in a report, and two words in a filter. The specification leaves them open. */
import { daysOf, isSamePeriod, monthOf, type Period, periodOfMonth, shiftDays, shiftMonths } from './dates.ts';

export const QUICK_PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
  'lastTwelveMonths',
] as const;

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
    case 'thisQuarter':
      return quarterOf(month);
    case 'lastQuarter':
      return quarterOf(monthOf(shiftMonths(`${month}-01`, -3)));
    case 'thisYear':
      return yearOf(today);
    case 'lastYear':
      return yearOf(shiftMonths(`${month}-01`, -12));
    case 'lastTwelveMonths':
      return { from: shiftDays(shiftMonths(today, -12), 1), to: today };
  }
}

/** The named period that equals these days, seen from this day; null when none does. */
export function quickPeriodOf(period: Period, today: string): QuickPeriod | null {
  return QUICK_PERIODS.find((name) => isSamePeriod(quickPeriod(name, today), period)) ?? null;
}

/**
 * The period before this one, to compare with: as many whole months before whole months, otherwise as many days before.
 */
export function periodBefore({ from, to }: Period): Period {
  const end = shiftDays(from, -1);
  const isWhole = from === periodOfMonth(monthOf(from)).from && to === periodOfMonth(monthOf(to)).to;
  if (isWhole) return { from: shiftMonths(from, -monthsOf({ from, to })), to: end };
  return { from: shiftDays(from, -daysOf({ from, to })), to: end };
}

function monthsOf({ from, to }: Period): number {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return (last ?? 0) - (first ?? 0) + 1;
}

function quarterOf(month: string): Period {
  const from = shiftMonths(`${month}-01`, -((Number(month.slice(5)) - 1) % 3));
  return { from, to: shiftDays(shiftMonths(from, 3), -1) };
}

function yearOf(day: string): Period {
  const year = day.slice(0, 4);
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}
