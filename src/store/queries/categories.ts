/** Which categories the screens offer and manage. */
import { defaultAccount, ownedAccounts } from '#domain/accounts';
import { type CategoryChoice, distinctCategories, offeredCategories, UNCATEGORIZED } from '#domain/categories';
import type { CategoryRow, TransactionType } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { readFormerNames } from '../database/former-names.ts';

/**
 * The categories, of both types, that a form offers for an account: the account's own, and those of the user's default
 * account.
 */
export async function categoriesFor(db: Database, accountId: string): Promise<CategoryRow[]> {
  const defaultId = defaultAccount(await db.accounts.toArray(), db.userId)?.id ?? null;
  const ids = defaultId === null ? [accountId] : [accountId, defaultId];
  return offeredCategories(await db.categories.where('accountId').anyOf(ids).toArray(), accountId, defaultId);
}

/** The same with the names that they have had. */
export async function categoriesWithNames(
  db: Database,
  accountId: string,
): Promise<(CategoryRow & Pick<CategoryChoice, 'former'>)[]> {
  const [offered, names] = await Promise.all([categoriesFor(db, accountId), readFormerNames(db)]);
  return offered.map((one) => (names.has(one.id) ? { ...one, former: names.get(one.id) } : one));
}

/** What to choose from for a transaction of this type. Never empty, so that a form can always be completed. */
export async function categoryChoicesFor(
  db: Database,
  accountId: string,
  type: TransactionType,
): Promise<CategoryChoice[]> {
  const ofType = (await categoriesWithNames(db, accountId)).filter((one) => one.type === type);
  if (ofType.length === 0) return [{ id: null, name: UNCATEGORIZED }];
  // The rename of a default category does not reach the transactions of somebody else's account.
  return ofType.map(({ id, name, former, accountId: of }) => ({ id, name, ...(of === accountId && { former }) }));
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
