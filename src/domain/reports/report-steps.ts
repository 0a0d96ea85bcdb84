/**
 * A report over time: its sums by day, week, month or year. The specification only says that a report has a period.
 * That its length decides the steps is our rule: enough columns to compare, and few enough to read on a phone. There
 * are at most 32 days, 15 weeks or 61 months.
 */
import {
  formatDayOfYear,
  formatMonth,
  formatMonthName,
  formatPeriod,
  monthOf,
  type Period,
  shiftDays,
  shiftMonths,
} from '../dates/dates.ts';
import { WEEK_STARTS_ON } from '../locale.ts';
import { type SumLine, type Summary, summarize } from '../money/totals.ts';
import { type CategoryFilter, isRegular, narrowed, type ReportPart } from './report.ts';

export type ReportStep = 'day' | 'week' | 'month' | 'year';

/** The sums of one step, of income and expenses alone; its days are those of the step that lie in the period. */
export interface StepSum extends Summary {
  days: Period;
}

/** From one month ago to today, the period that a report starts with, has at most 32 days: 28 February to 31 March. */
const DAYS_BY_DAY = 32;
/** Three months ago to today, the same way: 28 February to 31 May. */
const DAYS_BY_WEEK = 93;
const MONTHS_BY_MONTH = 60;

/** By day up to about a month, by week up to three, by month up to five years, by year beyond. */
export function stepOf({ from, to }: Period): ReportStep {
  if (to < shiftDays(from, DAYS_BY_DAY)) return 'day';
  if (to < shiftDays(from, DAYS_BY_WEEK)) return 'week';
  return to <= shiftMonths(from, MONTHS_BY_MONTH) ? 'month' : 'year';
}

/** Whether a step is shorter than a month, so that it needs rows, not only totals of months. */
export function isWithinMonth(step: ReportStep): boolean {
  return step === 'day' || step === 'week';
}

/** The first day of the step that a day lies in. */
export function startOfStep(step: ReportStep, date: string): string {
  if (step === 'month') return `${monthOf(date)}-01`;
  if (step === 'year') return `${date.slice(0, 4)}-01-01`;
  return step === 'week' ? shiftDays(date, -daysIntoWeek(date)) : date;
}

/**
 * The sums of every step of the period, oldest first; they sum to the report's totals. Steps without transactions
 * are included, except for years before the first transaction and after the last: a person who asks for decades means
 * everything.
 */
export function sumsOverTime(
  { period, parts, step }: { period: Period; parts: readonly ReportPart[]; step: ReportStep },
  filter: CategoryFilter,
): StepSum[] {
  const lines = new Map<string, SumLine[]>();
  for (const part of narrowed(parts, filter)) {
    const counted = part.lines.filter(isRegular);
    const start = startOfStep(step, part.date);
    if (counted.length > 0) lines.set(start, [...(lines.get(start) ?? []), ...counted]);
  }
  return startsOfSteps(step, period, [...lines.keys()].sort()).map((start) => ({
    days: periodOfStep(step, start, period),
    ...summarize(lines.get(start) ?? []),
  }));
}

/** Joins consecutive empty steps into one, so that a table needs one line for them. */
export function withEmptyRunsJoined(sums: readonly StepSum[]): StepSum[] {
  const joined: StepSum[] = [];
  for (const sum of sums) {
    const last = joined.at(-1);
    if (last?.count === 0 && sum.count === 0)
      joined.splice(-1, 1, { ...last, days: { from: last.days.from, to: sum.days.to } });
    else joined.push(sum);
  }
  return joined;
}

/** A step in words: `Mar 5, 2026`, `Mar 1 – 7, 2026`, `March 2026` or `2026`; of several steps their days. */
export function stepName(step: ReportStep, { from, to }: Period): string {
  if (step === 'month' && monthOf(from) === monthOf(to)) return formatMonth(monthOf(from));
  if (step === 'year' && from.slice(0, 4) === to.slice(0, 4)) return from.slice(0, 4);
  return formatPeriod({ from, to });
}

/** At most so many steps are marked on an axis: as many as a phone has room for. */
const MOST_MARKS: Record<ReportStep, number> = { day: 7, week: 7, month: 12, year: 7 };
/** Beyond two years the names of months would repeat. */
const MONTHS_MARKED = 24;

/** The short label below each step of an axis: `Mar 5`, `Mar` or `2026`; '' for a step without one. */
export function axisMarks(step: ReportStep, sums: readonly { days: Period }[]): string[] {
  const starts = sums.map(({ days }) => days.from);
  if (step === 'month' && starts.length > MONTHS_MARKED) {
    return starts.map((start) => (start.slice(5, 7) === '01' ? start.slice(0, 4) : ''));
  }
  const every = Math.ceil(starts.length / MOST_MARKS[step]);
  return starts.map((start, at) => (at % every === 0 ? markOf(step, start) : ''));
}

/**
 * The year below the first mark that lies in it, for periods that cross into another; '' below all others. An axis that
 * marks years already needs none.
 */
export function axisYears(sums: readonly { days: Period }[], marks: readonly string[]): string[] {
  const years = sums.map(({ days }) => days.from.slice(0, 4));
  if (years[0] === years.at(-1) || years.some((year) => marks.includes(year))) return years.map(() => '');
  let written = '';
  return years.map((year, at) => {
    if (!marks[at] || year === written) return '';
    written = year;
    return year;
  });
}

function markOf(step: ReportStep, start: string): string {
  if (isWithinMonth(step)) return formatDayOfYear(start);
  return step === 'month' ? formatMonthName(monthOf(start)) : start.slice(0, 4);
}

/** A period with more steps leaves out the empty ones: one typing error in a year would make thousands. */
const LONGEST_AXIS = 100;

/** The first days of the steps to show; `known` are those with transactions, in order. */
export function startsOfSteps(step: ReportStep, period: Period, known: string[]): string[] {
  const starts: string[] = [];
  const [first, last] = step === 'year' ? [known[0] ?? '', known.at(-1) ?? ''] : [period.from, period.to];
  if (first === '') return starts;
  for (let start = startOfStep(step, first); start <= last; start = nextStart(step, start)) {
    starts.push(start);
    if (starts.length > LONGEST_AXIS) return known;
  }
  return starts;
}

function nextStart(step: ReportStep, start: string): string {
  if (step === 'day') return shiftDays(start, 1);
  if (step === 'week') return shiftDays(start, 7);
  return shiftMonths(start, step === 'month' ? 1 : 12);
}

/** The days of a step that lie in the period. */
export function periodOfStep(step: ReportStep, start: string, { from, to }: Period): Period {
  const last = shiftDays(nextStart(step, start), -1);
  return { from: start < from ? from : start, to: last > to ? to : last };
}

function daysIntoWeek(date: string): number {
  // A date has the same weekday everywhere. UTC has no clock changes.
  return (new Date(`${date}T00:00Z`).getUTCDay() - WEEK_STARTS_ON + 7) % 7;
}
