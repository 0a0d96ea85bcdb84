/** The categories that have a budget. */
import { UNCATEGORIZED } from '#domain/books/categories';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { alikeCategories } from './own-categories.ts';

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
