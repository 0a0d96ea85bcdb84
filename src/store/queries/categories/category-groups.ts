import { ownedAccounts } from '#domain/books/accounts';
import { type CategoryGroups, categoryGroups } from '#domain/reports/report-groups';
import type { Database } from '../../database/database.ts';

/** The groups of all categories on this device. Where two have one type and name, the user's own account wins. */
export async function readCategoryGroups(db: Database): Promise<CategoryGroups> {
  const owned = new Set(ownedAccounts(await db.accounts.toArray(), db.userId).map(({ id }) => id));
  const categories = await db.categories.toArray();
  const own = categories.filter(({ accountId }) => owned.has(accountId));
  return categoryGroups([...own, ...categories.filter(({ accountId }) => !owned.has(accountId))]);
}
