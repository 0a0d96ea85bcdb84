/**
 * Reports: sums of a period by category and by month. All sums are integer cents. A report is made from lines of totals,
 * so it never needs the transactions of a whole month.
 */
import { monthOf, type Period, periodOfMonth, shiftMonths } from './dates.ts';
import { LOCALE } from './locale.ts';
import type { TransactionType } from './rows.ts';
import { type SumLine, type Summary, summarize } from './totals.ts';

/** The lines of one calendar month (YYYY-MM), or of the days of it that the period takes in. */
export interface ReportMonth {
  month: string;
  lines: readonly SumLine[];
}

/** One category of one type; `cents` is signed: income counts up, expense counts down. */
export interface CategorySum {
  category: string;
  type: TransactionType;
  cents: number;
  count: number;
}

export interface MonthSum extends Summary {
  month: string;
}

export interface Report {
  totalIncome: number;
  totalExpense: number;
  /** Income minus expense. */
  netChange: number;
  count: number;
  /** Income first, the largest sum of each type first. They sum to the net change. */
  categories: CategorySum[];
  /** Oldest first, every month of the period that has entries. They sum to the totals. */
  months: MonthSum[];
}

/** Category names that a report is narrowed to; null is all of them. Never empty: see `toggleCategory`. */
export type CategoryFilter = ReadonlySet<string> | null;

/** The report of these months, over the categories that the filter names. */
export function buildReport(months: readonly ReportMonth[], filter: CategoryFilter): Report {
  const counted = months.flatMap(({ month, lines }) => {
    const chosen = lines.filter(({ category }) => filter === null || filter.has(category));
    return chosen.length > 0 ? [{ month, lines: chosen }] : [];
  });
  const all = counted.flatMap(({ lines }) => lines);
  const { income, expense, balance, count } = summarize(all);
  return {
    totalIncome: income,
    totalExpense: expense,
    netChange: balance,
    count,
    categories: categorySums(all),
    months: counted
      .map(({ month, lines }) => ({ month, ...summarize(lines) }))
      .sort((a, b) => (a.month < b.month ? -1 : 1)),
  };
}

/** More months than these are shown without the empty ones between them: a slip in a year would make thousands. */
const LONGEST_AXIS = 60;

/** The report's months with the empty ones between them, for a chart over time. */
export function monthsOnAxis(months: readonly MonthSum[]): MonthSum[] {
  const known = new Map(months.map((sum) => [sum.month, sum]));
  const axis: MonthSum[] = [];
  const last = months.at(-1)?.month ?? '';
  for (let month = months[0]?.month ?? ''; month !== '' && month <= last; month = nextMonth(month)) {
    axis.push(known.get(month) ?? { month, income: 0, expense: 0, balance: 0, count: 0 });
    if (axis.length > LONGEST_AXIS) return [...months];
  }
  return axis;
}

function nextMonth(month: string): string {
  return monthOf(shiftMonths(`${month}-01`, 1));
}

/** The names of categories that have entries in these months, in alphabetical order. */
export function categoryNames(months: readonly ReportMonth[]): string[] {
  const names = new Set(months.flatMap(({ lines }) => lines.map(({ category }) => category)));
  return [...names].sort(collator.compare);
}

/**
 * The filter after a category's box was clicked. Out of "all", a click chooses that category alone; taking away the last
 * one leaves all again (specification, point 9).
 */
export function toggleCategory(filter: CategoryFilter, category: string): CategoryFilter {
  const next = new Set(filter);
  if (!next.delete(category)) next.add(category);
  return next.size > 0 ? next : null;
}

/** Whether the period takes in every day of the month, so that the month's totals can be used. */
export function hasWholeMonth({ from, to }: Period, month: string): boolean {
  const days = periodOfMonth(month);
  return from <= days.from && days.to <= to;
}

function categorySums(lines: readonly SumLine[]): CategorySum[] {
  const sums = new Map<string, CategorySum>();
  for (const { type, category, cents, count } of lines) {
    const key = `${type} ${category}`;
    const sum = sums.get(key) ?? { category, type, cents: 0, count: 0 };
    sum.cents += type === 'income' ? cents : -cents;
    sum.count += count;
    sums.set(key, sum);
  }
  return [...sums.values()].sort(byTypeAndSize);
}

function byTypeAndSize(a: CategorySum, b: CategorySum): number {
  if (a.type !== b.type) return a.type === 'income' ? -1 : 1;
  return Math.abs(b.cents) - Math.abs(a.cents) || collator.compare(a.category, b.category);
}

const collator = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });
