/** The user's default account, which some commands make on the way. */
import { DEFAULT_ACCOUNT_NAME, defaultAccount } from '#domain/books/accounts';
import { defaultAccountId } from '#domain/ids/default-account-id';
import type { Insert } from '#domain/mutations/operations';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../commit/commit.ts';
import { accountInserts } from './account-create.ts';

/**
 * Returns the id of the user's default account and the operations that make it; no operations when it exists. The id is
 * derived from the user's id, so two devices make the same account.
 */
export async function defaultAccountInserts(
  db: Database,
  actor: Actor,
  now: Date,
): Promise<{ accountId: string; inserts: Insert[] }> {
  const standing = defaultAccount(await db.accounts.toArray(), actor.userId);
  if (standing) return { accountId: standing.id, inserts: [] };
  const accountId = defaultAccountId(actor.userId);
  const fields = { name: DEFAULT_ACCOUNT_NAME, type: 'personal', description: null, kind: 'other' } as const;
  return { accountId, inserts: accountInserts(accountId, actor, fields, now, true) };
}
