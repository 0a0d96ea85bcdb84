/** Where a new category for transactions of an account belongs. */
import { defaultAccount } from '#domain/books/accounts';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../accounts/access.ts';

/**
 * The user's default account for their own accounts, which all offer its categories; the account itself where somebody
 * shares it. Null where the user may make none.
 */
export async function placeOfCategories(db: Database, accountId: string): Promise<string | null> {
  const accounts = await db.accounts.toArray();
  const account = accounts.find(({ id }) => id === accountId);
  if (account?.ownerId === db.userId) return defaultAccount(accounts, db.userId)?.id ?? accountId;
  const access = await readAccess(db, db.userId, { accountId });
  return can(access.account, 'category.manage') ? accountId : null;
}
