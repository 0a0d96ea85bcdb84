/** The categories that the Category Manager shows as one, and whether it shows all that the user has. */
import { ownedAccounts } from '#domain/books/accounts';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';

/**
 * The category, and those of its type and name in the user's own accounts: the Category Manager shows them as one. A
 * category of somebody else's account stays alone.
 */
export async function alikeCategories(db: Database, category: CategoryRow): Promise<CategoryRow[]> {
  const owned = new Set(ownedAccounts(await db.accounts.toArray(), db.userId).map(({ id }) => id));
  if (!owned.has(category.accountId)) return [category];
  const { type, name } = category;
  return db.categories.filter((one) => owned.has(one.accountId) && one.type === type && one.name === name).toArray();
}

/** Whether somebody shares an account with the user: the Category Manager does not list its categories. */
export async function hasSharedAccounts(db: Database): Promise<boolean> {
  return (await db.accounts.filter(({ ownerId }) => ownerId !== db.userId).count()) > 0;
}
