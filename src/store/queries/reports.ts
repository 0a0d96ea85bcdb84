/** What a report is made of: whole months from their totals, and only the months that the period cuts from their rows. */
import { type Coverage, covers } from '#domain/budgets';
import { isWithin, monthOf, type Period } from '#domain/dates';
import { hasWholeMonth, type ReportMonth } from '#domain/report';
import { accountScope } from '#domain/scopes';
import type { SumLine } from '#domain/totals';
import type { Database } from '../database.ts';
import { MonthBook, readTotals, totalLines } from '../ledger.ts';
import { listAccounts } from './accounts.ts';
import { coverageOf, listBudgets } from './budgets.ts';

/** One account or budget, or all of them when `id` is null. */
export interface ReportScope {
  kind: 'account' | 'budget';
  id: string | null;
}

export interface ReportLines {
  /** Each month of the period that has entries, once. */
  months: ReportMonth[];
  /** False while rows of a cut month are not on this device yet, so that their days are missing. */
  complete: boolean;
}

/** A part of the ledger, and which of its lines count. */
interface Source {
  scope: string;
  counts: (line: Pick<SumLine, 'category' | 'budgetId'>) => boolean;
}

/** The lines of the period in the scope. A transaction that several budgets cover counts once. */
export async function readReport(db: Database, scope: ReportScope, period: Period): Promise<ReportLines> {
  const sources = scope.kind === 'account' ? await accountSources(db, scope.id) : await budgetSources(db, scope.id);
  const parts = await Promise.all(sources.map((source) => readSource(db, source, period)));
  return { months: merge(parts.flatMap(({ months }) => months)), complete: parts.every(({ complete }) => complete) };
}

async function readSource(db: Database, { scope, counts }: Source, period: Period): Promise<ReportLines> {
  const totals = await readTotals(db, scope, monthOf(period.from), monthOf(period.to));
  const missing = (await db.cursors.get(scope))?.before ?? null;
  const months: ReportMonth[] = [];
  let complete = true;
  for (const { month, lines } of totals) {
    const counted = lines.filter(counts);
    if (counted.length === 0) continue;
    if (hasWholeMonth(period, month)) {
      months.push({ month, lines: counted });
    } else if (missing !== null && month < missing) {
      complete = false;
    } else {
      const rows = await new MonthBook(db, scope, month).all();
      const inPeriod = rows.filter((row) => isWithin(row.date, period) && counts(row));
      months.push({ month, lines: totalLines(inPeriod) });
    }
  }
  return { months, complete };
}

async function accountSources(db: Database, id: string | null): Promise<Source[]> {
  const accounts = await listAccounts(db);
  return accounts.flatMap(({ account }) =>
    id === null || account.id === id ? [{ scope: accountScope(account.id), counts: () => true }] : [],
  );
}

async function budgetSources(db: Database, id: string | null): Promise<Source[]> {
  const views = (await listBudgets(db)).filter(({ budget }) => id === null || budget.id === id);
  const sources: Source[] = [];
  const elsewhere: Coverage[] = [];
  for (const [scope, ofScope] of Map.groupBy(views, (view) => view.scope)) {
    const coverages = ofScope.map(coverageOf);
    const accountId = coverages[0]?.accountId ?? '';
    // Two budgets of an account that one does not have are two parts of the ledger, which may hold the same transaction.
    const counted = [...elsewhere];
    const coveredBy = (some: Coverage[], line: Pick<SumLine, 'category' | 'budgetId'>) =>
      some.some((coverage) => covers(coverage, { ...line, accountId }));
    sources.push({ scope, counts: (line) => coveredBy(coverages, line) && !coveredBy(counted, line) });
    elsewhere.push(...coverages);
  }
  return sources;
}

function merge(months: readonly ReportMonth[]): ReportMonth[] {
  return [...Map.groupBy(months, ({ month }) => month)].map(([month, parts]) => ({
    month,
    lines: parts.flatMap(({ lines }) => lines),
  }));
}
