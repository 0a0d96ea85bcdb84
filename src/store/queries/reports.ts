/**
 * The lines that a report adds up. A long report takes whole months from their totals, and rows only for the months
 * that its period cuts. A short report is shown by day or week, so it reads the rows of its few months.
 */
import { isWithin, monthOf, type Period, periodOfMonth, shiftDays } from '#domain/dates/dates';
import { periodBefore } from '#domain/dates/report-periods';
import { changeOf } from '#domain/reports/balance-steps';
import { hasWholeMonth, type ReportPart, reportLines } from '#domain/reports/report';
import { isWithinMonth, type ReportStep, stepOf } from '#domain/reports/report-steps';
import type { Database } from '../database/database.ts';
import { readTotals, spanOfTotals, totalLines } from '../ledger/ledger.ts';
import { readMonthPages } from '../ledger/many-pages.ts';
import { readAliases } from '../outbox/aliases.ts';
import { type ReportScope, type Source, sourcesOf } from './report-sources.ts';

export type { ReportScope } from './report-sources.ts';

export interface ReportLines {
  scope: ReportScope;
  period: Period;
  /** The lines of the period, in no particular order. Accounts and budgets may each have a part of the same days. */
  parts: ReportPart[];
  /** The smallest step in which the parts can be shown over time. */
  step: ReportStep;
  /** False while rows of a cut month are not on this device yet, so its days are missing. */
  complete: boolean;
}

/** The lines of the period in the scope. A transaction that several budgets cover counts once. */
export async function readReport(db: Database, scope: ReportScope, period: Period): Promise<ReportLines> {
  const sources = await sourcesOf(db, scope);
  const step = stepOf(period);
  if (isWithinMonth(step) && sources.every(({ firstMonth }) => firstMonth <= monthOf(period.from))) {
    const parts = await Promise.all(sources.map((source) => readDays(db, source, period)));
    return { scope, period, parts: parts.flat(), step, complete: true };
  }
  const read = await Promise.all(sources.map((source) => readMonths(db, source, period)));
  return {
    scope,
    period,
    parts: read.flatMap(({ parts }) => parts),
    // Months whose rows are still arriving have only totals on this device.
    step: isWithinMonth(step) ? 'month' : step,
    complete: read.every(({ complete }) => complete),
  };
}

export interface ComparedLines extends ReportLines {
  /** The period before. Null: not all of its rows are on this device. */
  before: ReportLines | null;
  /** The balance when the period begins, in cents. Null: it is not known, or the report is about budgets. */
  balanceBefore: number | null;
}

/** The lines of a period beside those of the period before. */
export async function readCompared(db: Database, scope: ReportScope, period: Period): Promise<ComparedLines> {
  const [lines, before, balanceBefore] = await Promise.all([
    readReport(db, scope, period),
    readReport(db, scope, periodBefore(period)),
    readBalanceBefore(db, scope, period),
  ]);
  return { ...lines, before: before.complete ? before : null, balanceBefore };
}

async function readBalanceBefore(db: Database, scope: ReportScope, { from }: Period): Promise<number | null> {
  if (scope.kind !== 'account') return null;
  const span = await spanOfTotals(db);
  const to = shiftDays(from, -1);
  if (!span || monthOf(to) < span.first) return 0;
  const { parts, complete } = await readReport(db, scope, { from: periodOfMonth(span.first).from, to });
  return complete ? changeOf(parts) : null;
}

/** The lines of these days, each day by itself; null where not all of their rows are on this device. */
export async function readEachDay(db: Database, scope: ReportScope, period: Period): Promise<ReportPart[] | null> {
  const sources = await sourcesOf(db, scope);
  if (sources.some(({ firstMonth }) => firstMonth > monthOf(period.from))) return null;
  return (await Promise.all(sources.map((source) => readDays(db, source, period)))).flat();
}

/** From the first to the last month that has transactions, in whatever account or budget; null without any. */
export async function readWholeTime(db: Database): Promise<Period | null> {
  const span = await spanOfTotals(db);
  return span && { from: periodOfMonth(span.first).from, to: periodOfMonth(span.last).to };
}

/** Every day of the period that has transactions, computed from rows. */
async function readDays(db: Database, { scope, counts }: Source, period: Period): Promise<ReportPart[]> {
  const pages = await readMonthPages(db, scope, monthOf(period.from), monthOf(period.to));
  const rows = pages.flatMap((page) => page.rows).filter((row) => isWithin(row.date, period));
  return [...Map.groupBy(rows, ({ date }) => date)].flatMap(([date, ofDay]) => {
    const lines = reportLines(totalLines(ofDay)).filter(counts);
    return lines.length > 0 ? [{ date, lines }] : [];
  });
}

/** Every month of the period that has transactions. */
async function readMonths(
  db: Database,
  { scope, counts, firstMonth }: Source,
  period: Period,
): Promise<Pick<ReportLines, 'parts' | 'complete'>> {
  const [first, last] = [monthOf(period.from), monthOf(period.to)];
  const cut = [...new Set([first, last])].filter((month) => !hasWholeMonth(period, month));
  // Once for all, because each read costs a transaction of its own.
  const reading = readAliases(db);
  const [totals, ...pages] = await Promise.all([
    readTotals(db, scope, first, last, reading),
    ...cut.map((month) => readMonthPages(db, scope, month, month, reading)),
  ]);
  const rows = pages.flat().flatMap((page) => page.rows);
  const parts: ReportPart[] = [];
  let complete = true;
  for (const { month, lines } of totals) {
    const counted = reportLines(lines).filter(counts);
    if (counted.length === 0) continue;
    const date = `${month}-01`;
    if (!cut.includes(month)) {
      parts.push({ date, lines: counted });
    } else if (month < firstMonth) {
      complete = false;
    } else {
      const inPeriod = rows.filter((row) => monthOf(row.date) === month && isWithin(row.date, period));
      parts.push({ date, lines: reportLines(totalLines(inPeriod)).filter(counts) });
    }
  }
  return { parts, complete };
}
