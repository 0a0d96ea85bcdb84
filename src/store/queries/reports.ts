/**
 * The lines that a report adds up. A long report takes whole months from their totals, and rows only for the months
 * that its period cuts. A short report is shown by day or week, so it reads the rows of its few months.
 */
import { counts } from '#domain/books/budgets';
import { isWithin, monthOf, type Period } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import type { SumLine } from '#domain/money/totals';
import { hasWholeMonth, type ReportPart, reportLines } from '#domain/reports/report';
import { isWithinMonth, type ReportStep, stepOf } from '#domain/reports/report-steps';
import type { Database } from '../database/database.ts';
import type { ScopeCursor } from '../database/records.ts';
import { readTotals, totalLines } from '../ledger/ledger.ts';
import { readMonthPages } from '../ledger/many-pages.ts';
import { readAliases } from '../outbox/aliases.ts';
import { listAccounts } from './accounts/accounts.ts';
import { listBudgets, sourcesOfBudgets } from './budgets.ts';

/** One account or budget, or all of them when `id` is null. */
export interface ReportScope {
  kind: 'account' | 'budget';
  id: string | null;
}

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

/** A scope of the ledger, and the test for the lines that count. */
interface Source {
  scope: string;
  counts: (line: Pick<SumLine, 'nature' | 'category' | 'budgetId'>) => boolean;
}

/** The lines of the period in the scope. A transaction that several budgets cover counts once. */
export async function readReport(db: Database, scope: ReportScope, period: Period): Promise<ReportLines> {
  const reading = db.cursors.toArray();
  const [sources, cursors] = await Promise.all([
    scope.kind === 'account' ? accountSources(db, scope.id, reading) : budgetSources(db, scope.id),
    reading,
  ]);
  const firstMonthOf = (source: Source) => cursors.find((cursor) => cursor.scope === source.scope)?.before ?? '';
  const step = stepOf(period);
  if (isWithinMonth(step) && sources.every((source) => firstMonthOf(source) <= monthOf(period.from))) {
    const parts = await Promise.all(sources.map((source) => readDays(db, source, period)));
    return { scope, period, parts: parts.flat(), step, complete: true };
  }
  const read = await Promise.all(
    sources.map((source) => readMonths(db, source, { period, firstMonth: firstMonthOf(source) })),
  );
  return {
    scope,
    period,
    parts: read.flatMap(({ parts }) => parts),
    // Months whose rows are still arriving have only totals on this device.
    step: isWithinMonth(step) ? 'month' : step,
    complete: read.every(({ complete }) => complete),
  };
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

/** Every month of the period that has transactions. `firstMonth` is the first whose rows are on this device. */
async function readMonths(
  db: Database,
  { scope, counts }: Source,
  { period, firstMonth }: { period: Period; firstMonth: string },
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

async function accountSources(db: Database, id: string | null, reading: PromiseLike<ScopeCursor[]>): Promise<Source[]> {
  const accounts = await listAccounts(db, reading);
  return accounts.flatMap(({ account }) =>
    id === null || account.id === id ? [{ scope: accountScope(account.id), counts: () => true }] : [],
  );
}

async function budgetSources(db: Database, id: string | null): Promise<Source[]> {
  const views = (await listBudgets(db)).filter(({ budget }) => id === null || budget.id === id);
  return sourcesOfBudgets(views).map(({ scope, accountId, ...counted }) => ({
    scope,
    counts: (line) => counts(counted, { ...line, accountId }),
  }));
}
