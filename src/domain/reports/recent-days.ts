/** What the last weeks did to a balance: this month against the month before, and the balance day by day. */
import { isWithin, monthOf, shiftDays, shiftMonths } from '../dates/dates.ts';
import { addSums, type Summary, summarize } from '../money/totals.ts';
import type { TransactionRow } from '../rows.ts';

/** The line of a balance has so many days, the last of them today. All of last month lies among them. */
export const LINE_DAYS = 90;

type Counted = Pick<TransactionRow, 'date' | 'nature' | 'type' | 'refund' | 'amount'>;

/** The sums of each day that has transactions. */
export type DaySums = readonly { date: string; sums: Summary }[];

export interface MonthSoFar {
  /** From the first of this month to today. */
  now: Summary;
  /** From the first of last month to the same day, or to its last day when it is shorter. */
  before: Summary;
  /** That day of last month. */
  day: string;
}

/** The first day of the line. */
export function firstLineDay(today: string): string {
  return shiftDays(today, 1 - LINE_DAYS);
}

/** The sums of these rows by day, in no particular order. */
export function sumByDay(rows: readonly Counted[]): DaySums {
  return [...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    sums: summarize(
      ofDay.map(({ nature, type, refund, amount }) => ({ nature, type, refund, cents: amount, count: 1 })),
    ),
  }));
}

/** This month up to today, beside last month up to the same day. */
export function monthSoFar(days: DaySums, today: string): MonthSoFar {
  const day = shiftMonths(today, -1);
  const upTo = (last: string) => addSums(between(days, `${monthOf(last)}-01`, last).map(({ sums }) => sums));
  return { now: upTo(today), before: upTo(day), day };
}

/** The balance at the end of each day of the line, in cents, oldest first. `balance` is that of today. */
export function balanceLine(days: DaySums, today: string, balance: number): number[] {
  const changes = new Map<string, number>();
  for (const { date, sums } of days) changes.set(date, (changes.get(date) ?? 0) + sums.balance);
  const line: number[] = [];
  let standing = balance;
  for (let back = 0; back < LINE_DAYS; back++) {
    line.push(standing);
    standing -= changes.get(shiftDays(today, -back)) ?? 0;
  }
  return line.reverse();
}

/** What the days after today add to the balance. */
export function balanceAfter(days: DaySums, today: string): number {
  return days.reduce((sum, { date, sums }) => (date > today ? sum + sums.balance : sum), 0);
}

function between(days: DaySums, from: string, to: string): DaySums {
  return days.filter(({ date }) => isWithin(date, { from, to }));
}
