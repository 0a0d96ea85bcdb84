import { ALL_CATEGORIES, findCategory } from '#domain/categories';
import type { Insert } from '#domain/operations';
import type { Database } from '../database.ts';
import { categoryInsert } from './category-create.ts';

/**
 * The category of this account that an offered one stands for: itself, the account's own of the same name, or a new one
 * that `inserts` makes, so that everybody who shares the account can resolve it. An id of null covers all categories. The
 * answer is null when the offered one is no longer there.
 */
export async function categoryInAccount(
  db: Database,
  accountId: string,
  offered: string,
  now: Date,
): Promise<{ id: string | null; inserts: Insert[] } | null> {
  if (offered === ALL_CATEGORIES || offered === '') return { id: null, inserts: [] };
  const category = await db.categories.get(offered);
  if (!category) return null;
  if (category.accountId === accountId) return { id: category.id, inserts: [] };
  const { type, name } = category;
  const own = findCategory(await db.categories.where('accountId').equals(accountId).toArray(), type, name);
  if (own) return { id: own.id, inserts: [] };
  const insert = await categoryInsert(db, accountId, type, name, now);
  return { id: insert.row.id, inserts: [insert] };
}
