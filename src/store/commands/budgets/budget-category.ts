import { ALL_CATEGORIES, findCategory } from '#domain/books/categories';
import type { Insert } from '#domain/mutations/operations';
import type { Database } from '../../database/database.ts';
import { categoryInsert } from '../commit/category-insert.ts';

/**
 * Finds the category of this account that matches an offered one: the same category, or one of the same name. Otherwise
 * `inserts` make a new one, so that everybody who shares the account can resolve its id. An id of null covers all
 * categories. Returns null when the offered category no longer exists.
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
