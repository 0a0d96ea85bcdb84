/** What was spent in this month up to each day, beside the months before it. */
import { monthOf, shiftDays, shiftMonths } from '../dates/dates.ts';
import { summarize } from '../money/totals.ts';
import { type CategoryFilter, narrowed, type ReportPart } from './report.ts';

/** So many months are compared with, as far as there is anything. */
const MONTHS_COMPARED = 3;

/** Sums since the first of the month, in cents. */
export interface SpendingDay {
  day: number;
  /** Null for the days after today. */
  spent: number | null;
  /** What the months before had come to by this day, on average, rounded to cents. */
  usual: number;
}

/** The first day that counts. */
export function firstComparedDay(today: string): string {
  return shiftMonths(`${monthOf(today)}-01`, -MONTHS_COMPARED);
}

/**
 * One for each day of this month. A shorter month stands at its end for the days that it has not. Months before the
 * first day of `parts`, which are days, do not count.
 */
export function spendingByDay(parts: readonly ReportPart[], filter: CategoryFilter, today: string): SpendingDay[] {
  const spentOn = new Map<string, number>();
  for (const { date, lines } of narrowed(parts, filter)) {
    spentOn.set(date, (spentOn.get(date) ?? 0) + summarize(lines).expense);
  }
  const first = `${monthOf(today)}-01`;
  const begun = monthOf(parts.reduce((least, { date }) => (date < least ? date : least), today));
  const all = Array.from({ length: MONTHS_COMPARED }, (_, at) => shiftMonths(first, -1 - at));
  const before = all.filter((start) => monthOf(start) >= begun);
  const length = Number(shiftDays(shiftMonths(first, 1), -1).slice(8));
  const sumsFrom = (start: string): number[] => {
    let cents = 0;
    return Array.from({ length }, (_, at) => {
      const date = shiftDays(start, at);
      if (monthOf(date) === monthOf(start)) cents += spentOn.get(date) ?? 0;
      return cents;
    });
  };
  const [spent, earlier] = [sumsFrom(first), before.map(sumsFrom)];
  return spent.map((cents, at) => {
    const usual = earlier.reduce((sum, sums) => sum + (sums[at] ?? 0), 0) / Math.max(1, earlier.length);
    const isOver = shiftDays(first, at) > today;
    return { day: at + 1, spent: isOver ? null : cents, usual: Math.round(usual) };
  });
}
