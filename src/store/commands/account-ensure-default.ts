/** Command `account.ensure_default`, the device's side of `get_or_create_default_account`. */
import { DEFAULT_ACCOUNT_NAME, defaultAccount, defaultAccountId } from '#domain/accounts';
import type { Insert } from '#domain/operations';
import type { Database } from '../database.ts';
import { accountInserts } from './account-create.ts';
import { type Actor, commit } from './commit.ts';

/** The id of the user's default account, which is made with its built-in categories when they own none. */
export async function ensureDefaultAccount(db: Database, actor: Actor, now: Date = new Date()): Promise<string> {
  return db.transaction('rw', db.tables, async () => {
    const { accountId, inserts } = await defaultAccountInserts(db, actor, now);
    if (inserts.length > 0) await commit(db, actor, inserts, { now });
    return accountId;
  });
}

/**
 * The id of the user's default account and the operations, none if it is there, that make it. Its id follows from the
 * user's, so two devices make the same one.
 */
export async function defaultAccountInserts(
  db: Database,
  actor: Actor,
  now: Date,
): Promise<{ accountId: string; inserts: Insert[] }> {
  const standing = defaultAccount(await db.accounts.toArray(), actor.userId);
  if (standing) return { accountId: standing.id, inserts: [] };
  const accountId = defaultAccountId(actor.userId);
  const fields = { name: DEFAULT_ACCOUNT_NAME, type: 'personal', description: null } as const;
  return { accountId, inserts: accountInserts(accountId, actor, fields, now, true) };
}
