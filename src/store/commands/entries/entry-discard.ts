/**
 * Command `entry.discard`: the user gives up an entry that the server did not take or has lost. Its effects on the rows
 * disappear.
 */
import type { Database } from '../../database/database.ts';
import { takeToSettle } from '../../resolve/take-out.ts';

/**
 * Entries that were blocked behind this one may go on. Returns false when the entry is settled already or is being
 * sent.
 */
export async function discardEntry(db: Database, mutationId: string): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => (await takeToSettle(db, mutationId)) !== null);
}
