/** What a merge of two categories will do, for the question before it. */
import { ownedAccounts } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import { categoryType } from '#domain/refunds';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readTotals } from '../../ledger/ledger.ts';

export interface MergeEffects {
  /** Transactions, and lines of split ones, that get the other name. */
  count: number;
  /** The budgets of the category that goes, by name. */
  budgets: string[];
  /** Who sees more afterwards, because they were given a budget of one of the two. */
  viewers: Viewer[];
}

interface Viewer {
  email: string;
  budget: string;
}

export async function mergeEffects(db: Database, category: CategoryRow, into: CategoryRow): Promise<MergeEffects> {
  const { type, name } = category;
  const owned = ownedAccounts(await db.accounts.toArray(), db.userId).map(({ id }) => id);
  const [categories, budgets, memberships, ...totals] = await Promise.all([
    db.categories.where('accountId').anyOf(owned).toArray(),
    db.budgets.where('accountId').anyOf(owned).toArray(),
    db.memberships.where('accountId').anyOf(owned).toArray(),
    ...owned.map((id) => readTotals(db, accountScope(id))),
  ]);
  const idsOf = (wanted: string) =>
    new Set(categories.flatMap((one) => (one.type === type && one.name === wanted ? [one.id] : [])));
  const [going, staying] = [idsOf(name), idsOf(into.name)];
  const covering = budgets.filter(({ categoryId }) => categoryId && (going.has(categoryId) || staying.has(categoryId)));
  const lines = totals.flat().flatMap((month) => month.lines);
  return {
    count: lines.reduce((sum, one) => sum + (one.category === name && categoryType(one) === type ? one.lines : 0), 0),
    budgets: budgets.flatMap((one) => (one.categoryId && going.has(one.categoryId) ? [one.name] : [])),
    viewers: covering.flatMap(({ id, name: budget }) =>
      memberships.flatMap(({ budgetId, email }) => (budgetId === id ? [{ email, budget }] : [])),
    ),
  };
}
