/** The budgets that the user has, their state in the current month, and the transactions of one. */
import {
  type BudgetProgress,
  budgetProgress,
  type Counts,
  type Coverage,
  coveredRow,
  covers,
} from '#domain/books/budgets';
import { UNCATEGORIZED } from '#domain/books/categories';
import { monthOf } from '#domain/dates/dates';
import { accountScope, budgetScope } from '#domain/ids/scopes';
import type { BudgetRow, CategoryRow, TransactionRow } from '#domain/rows';
import { type Access, can } from '#domain/sharing/roles';
import { wholeName } from '#domain/transactions/written-filter';
import { readBudgetRoles } from '../database/budget-roles.ts';
import type { Database } from '../database/database.ts';
import { pageDirectory, readTotals } from '../ledger/ledger.ts';
import { listAccounts } from './accounts/accounts.ts';
import { alikeCategories } from './categories/own-categories.ts';
import { newestRows } from './rows/transactions.ts';

export interface BudgetView {
  budget: BudgetRow;
  /** Null when the budget was shared without its account, whose name this device does not know then. */
  accountName: string | null;
  /** Null covers all categories. A category that this device does not know reads Uncategorized. */
  categoryName: string | null;
  access: Access;
  /** What a filter calls it: its name, or its id where another budget has the same name. */
  filterName: string;
  /** Whether the user may edit and delete it. */
  mayManage: boolean;
  /** The scope of the ledger that holds the transactions it covers. */
  scope: string;
}

/** Every budget on this device, newest first. */
export async function listBudgets(db: Database): Promise<BudgetView[]> {
  const [budgets, categories, accounts, roles] = await Promise.all([
    db.budgets.toArray(),
    db.categories.toArray(),
    listAccounts(db),
    readBudgetRoles(db),
  ]);
  const accountById = new Map(accounts.map((view) => [view.account.id, view]));
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
  return budgets.sort(newestFirst).map((budget) => {
    const account = accountById.get(budget.accountId);
    const access = { account: account?.role ?? null, budget: roles.get(budget.id) ?? null };
    return {
      budget,
      accountName: account?.account.name ?? null,
      categoryName: budget.categoryId === null ? null : (categoryNames.get(budget.categoryId) ?? UNCATEGORIZED),
      access,
      filterName: wholeName(budget, budgets),
      mayManage: can(access.account, 'budget.manage'),
      scope: account ? accountScope(budget.accountId) : budgetScope(budget.id),
    };
  });
}

/** What the budget covers, in the form of the domain's rules. */
export function coverageOf({ budget, categoryName }: BudgetView): Coverage {
  return { id: budget.id, accountId: budget.accountId, categoryName };
}

/** A scope of the ledger, its account, and what counts of it. */
export interface BudgetSource extends Counts {
  scope: string;
  accountId: string;
}

/** Where these budgets' transactions are. What several of them cover counts once. */
export function sourcesOfBudgets(views: readonly BudgetView[]): BudgetSource[] {
  const sources: BudgetSource[] = [];
  for (const [scope, ofScope] of Map.groupBy(views, (view) => view.scope)) {
    const budgets = ofScope.map(coverageOf);
    const except = sources.flatMap((other) => other.budgets ?? []);
    sources.push({ scope, accountId: budgets[0]?.accountId ?? '', budgets, except });
  }
  return sources;
}

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

/** The names of the categories that have a budget in this account. */
export async function readBudgetedCategories(db: Database, accountId: string): Promise<ReadonlySet<string>> {
  const budgets = await db.budgets.where({ accountId }).toArray();
  const categories = await db.categories.bulkGet(budgets.flatMap(({ categoryId }) => categoryId ?? []));
  return new Set(categories.map((category) => category?.name ?? UNCATEGORIZED));
}

/** Whether a budget uses the category, or another one that the Category Manager shows as the same. */
export async function isCategoryInUse(db: Database, category: CategoryRow): Promise<boolean> {
  const [alike, budgets] = await Promise.all([alikeCategories(db, category), db.budgets.toArray()]);
  return budgets.some(({ categoryId }) => alike.some(({ id }) => id === categoryId));
}

async function linesOfMonth(db: Database, scope: string, month: string) {
  const [totals] = await readTotals(db, scope, month, month);
  return totals?.lines ?? [];
}

function newestFirst(a: BudgetRow, b: BudgetRow): number {
  const [earlier, later] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  if (earlier !== later) return later - earlier;
  return a.id < b.id ? -1 : 1;
}
