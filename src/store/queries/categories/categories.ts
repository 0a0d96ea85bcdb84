/** Which categories the screens offer and manage. */
import { defaultAccount, ownedAccounts } from '#domain/books/accounts';
import { type CategoryChoice, distinctCategories, offeredCategories, UNCATEGORIZED } from '#domain/books/categories';
import type { CategoryRow, TransactionType } from '#domain/rows';
import type { Database } from '../../database/database.ts';

/**
 * The categories, of both types, that a form offers for an account: the account's own, and those of the user's default
 * account.
 */
export async function categoriesFor(db: Database, accountId: string): Promise<CategoryRow[]> {
  const defaultId = defaultAccount(await db.accounts.toArray(), db.userId)?.id ?? null;
  const ids = defaultId === null ? [accountId] : [accountId, defaultId];
  return offeredCategories(await db.categories.where('accountId').anyOf(ids).toArray(), accountId, defaultId);
}

/** What to choose from for a transaction of this type. Never empty, so that a form can always be completed. */
export async function categoryChoicesFor(
  db: Database,
  accountId: string,
  type: TransactionType,
): Promise<CategoryChoice[]> {
  const ofType = (await categoriesFor(db, accountId)).filter((one) => one.type === type);
  return ofType.length > 0
    ? ofType.map(({ id, name, group }) => ({ id, name, group }))
    : [{ id: null, name: UNCATEGORIZED }];
}

/** The categories of the user's own accounts, one for each type and name, as the Category Manager lists them. */
export async function managedCategories(db: Database): Promise<CategoryRow[]> {
  const owned = ownedAccounts(await db.accounts.toArray(), db.userId).map(({ id }) => id);
  return distinctCategories(await db.categories.where('accountId').anyOf(owned).toArray());
}
