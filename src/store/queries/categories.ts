/** Which categories the screens offer and manage. */
import { defaultAccount, ownedAccounts } from '#domain/accounts';
import { distinctCategories, offeredCategories, UNCATEGORIZED } from '#domain/categories';
import type { CategoryRow, TransactionType } from '#domain/rows';
import type { Database } from '../database/database.ts';

/**
 * The categories, of both types, that a form offers for an account: the account's own, and those of the user's default
 * account.
 */
export async function categoriesFor(db: Database, accountId: string): Promise<CategoryRow[]> {
  const defaultId = defaultAccount(await db.accounts.toArray(), db.userId)?.id ?? null;
  const ids = defaultId === null ? [accountId] : [accountId, defaultId];
  return offeredCategories(await db.categories.where('accountId').anyOf(ids).toArray(), accountId, defaultId);
}

/** A category that a form offers. The id is null where there is no such row. */
export interface CategoryChoice {
  id: string | null;
  name: string;
}

/** What to choose from for a transaction of this type. Never empty, so that a form can always be completed. */
export async function categoryChoicesFor(
  db: Database,
  accountId: string,
  type: TransactionType,
): Promise<CategoryChoice[]> {
  const ofType = (await categoriesFor(db, accountId)).filter((one) => one.type === type);
  return ofType.length > 0 ? ofType.map(({ id, name }) => ({ id, name })) : [{ id: null, name: UNCATEGORIZED }];
}

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

/** The categories of the user's own accounts, one for each type and name, as the Category Manager lists them. */
export async function managedCategories(db: Database): Promise<CategoryRow[]> {
  const owned = ownedAccounts(await db.accounts.toArray(), db.userId).map(({ id }) => id);
  return distinctCategories(await db.categories.where('accountId').anyOf(owned).toArray());
}
