/** Where the import keys of an account are stored. */
import type { Database } from '../database/database.ts';

/** Deletes the keys of an account. */
export async function dropKeys(db: Database, accountId: string): Promise<void> {
  await keysOfAccount(db, accountId).delete();
}

/** Records with the keys of an account, each with keys of one import. */
export function keysOfAccount(db: Database, accountId: string) {
  // An array as a key sorts after every string, so `[]` ends the range of keys that begin with the account.
  return db.importKeys.where('[accountId+importId]').between([accountId], [accountId, []]);
}
