/** The state of budgets in a month, and the transactions of one. */
import { type BudgetProgress, budgetProgress, coveredRow, covers } from '#domain/books/budgets';
import { monthOf } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { pageDirectory, readTotals } from '../ledger/ledger.ts';
import { type BudgetView, coverageOf } from './budgets.ts';
import { newestRows } from './rows/transactions.ts';

/** Budget id to its state in the month of `today`. Each scope of the ledger is read once. */
export async function budgetsProgress(
  db: Database,
  views: readonly BudgetView[],
  today: string,
): Promise<Map<string, BudgetProgress>> {
  const month = monthOf(today);
  const scopes = [...new Set(views.map(({ scope }) => scope))];
  const lines = new Map(
    await Promise.all(scopes.map(async (scope) => [scope, await linesOfMonth(db, scope, month)] as const)),
  );
  return new Map(
    views.map((view) => {
      const { id, amount } = view.budget;
      return [id, budgetProgress({ ...coverageOf(view), amount }, lines.get(view.scope) ?? [], today)];
    }),
  );
}

/**
 * The newest transactions that the budget covers, at most `limit`; of a split only the lines that it covers. The totals
 * tell which pages to read.
 */
export async function newestOfBudget(db: Database, view: BudgetView, limit: number): Promise<TransactionRow[]> {
  const coverage = coverageOf(view);
  const { accountId } = coverage;
  const totals = await readTotals(db, view.scope);
  const months = new Set(
    totals.flatMap(({ month, lines }) => (lines.some((line) => covers(coverage, { ...line, accountId })) ? month : [])),
  );
  const pages = (await pageDirectory(db, view.scope)).filter(({ month }) => months.has(month));
  const isCovered = (row: TransactionRow) => coveredRow(coverage, row) !== null;
  const { rows } = await newestRows(db, view.scope, pages, limit, isCovered);
  return rows.flatMap((row) => coveredRow(coverage, row) ?? []);
}

async function linesOfMonth(db: Database, scope: string, month: string) {
  const [totals] = await readTotals(db, scope, month, month);
  return totals?.lines ?? [];
}
