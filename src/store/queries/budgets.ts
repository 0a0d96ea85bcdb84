/** The budgets that the user has, and where their transactions are. */
import type { Counts, Coverage } from '#domain/books/budgets';
import { UNCATEGORIZED } from '#domain/books/categories';
import { accountScope, budgetScope } from '#domain/ids/scopes';
import type { BudgetRow, TransactionType } from '#domain/rows';
import { type Access, can } from '#domain/sharing/roles';
import { wholeName } from '#domain/transactions/written-filter';
import { readBudgetRoles } from '../database/budget-roles.ts';
import type { Database } from '../database/database.ts';
import { listAccounts } from './accounts/accounts.ts';

export interface BudgetView {
  budget: BudgetRow;
  /** Null when the budget was shared without its account, whose name this device does not know then. */
  accountName: string | null;
  /** Null covers all categories. A category that this device does not know reads Uncategorized. */
  categoryName: string | null;
  categoryType: TransactionType | null;
  access: Access;
  /** What a filter calls it: its name, or its id where another budget has the same name. */
  filterName: string;
  /** Whether the user may edit and delete it. */
  mayManage: boolean;
  /** The scope of the ledger that holds the transactions it covers. */
  scope: string;
}

const UNKNOWN = { name: UNCATEGORIZED, type: 'expense' } as const;

/** Every budget on this device, newest first. */
export async function listBudgets(db: Database): Promise<BudgetView[]> {
  const [budgets, categories, accounts, roles] = await Promise.all([
    db.budgets.toArray(),
    db.categories.toArray(),
    listAccounts(db),
    readBudgetRoles(db),
  ]);
  const accountById = new Map(accounts.map((view) => [view.account.id, view]));
  const categoryById = new Map(categories.map((category) => [category.id, category]));
  return budgets.sort(newestFirst).map((budget) => {
    const account = accountById.get(budget.accountId);
    const access = { account: account?.role ?? null, budget: roles.get(budget.id) ?? null };
    const category = budget.categoryId === null ? null : (categoryById.get(budget.categoryId) ?? UNKNOWN);
    return {
      budget,
      accountName: account?.account.name ?? null,
      categoryName: category?.name ?? null,
      categoryType: category?.type ?? null,
      access,
      filterName: wholeName(budget, budgets),
      mayManage: can(access.account, 'budget.manage'),
      scope: account ? accountScope(budget.accountId) : budgetScope(budget.id),
    };
  });
}

/** What the budget covers, in the form of the domain's rules. */
export function coverageOf({ budget, categoryName, categoryType }: BudgetView): Coverage {
  return { id: budget.id, accountId: budget.accountId, categoryName, categoryType };
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

function newestFirst(a: BudgetRow, b: BudgetRow): number {
  const [earlier, later] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  if (earlier !== later) return later - earlier;
  return a.id < b.id ? -1 : 1;
}
