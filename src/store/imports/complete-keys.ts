/** Whether a device knows all rows of files that an account has. */
import { accountScope } from '#domain/ids/scopes';
import type { Database } from '../database/database.ts';

/** False while rows or import keys of the account are still to come. Keys come last (S69h). */
export async function areKeysHere(db: Database, accountId: string): Promise<boolean> {
  const cursor = await db.cursors.get(accountScope(accountId));
  if (!cursor) return true;
  return cursor.before === null && (cursor.keys ?? 0) >= cursor.version;
}
