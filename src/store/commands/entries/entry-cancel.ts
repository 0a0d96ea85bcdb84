/** Commands `entry.cancel` and `action.cancel`: Undo of what was never sent. */
import type { Database } from '../../database/database.ts';
import { readEntry } from '../../outbox/outbox.ts';
import { takeOut } from '../../resolve/take-out.ts';

/**
 * Takes back a mutation that was never sent, with everything that it did and every edit that coalesced with it.
 * Returns false when it is too late; then a new mutation has to undo it.
 */
export async function cancelEntry(db: Database, mutationId: string): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const entry = await readEntry(db, mutationId);
    if (entry?.state !== 'pending' || entry.attempts > 0) return false;
    await takeOut(db, [entry]);
    return true;
  });
}

/** The same of all mutations of an action: all of them or none. `mutationId` is that of the last one. */
export async function cancelAction(
  db: Database,
  { actionId, mutationId }: { actionId: string; mutationId: string },
): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const entries = await db.outbox.filter(({ id, action }) => id === mutationId || action === actionId).toArray();
    const isUnsent = entries.every(({ state, attempts }) => state === 'pending' && attempts === 0);
    if (entries.length === 0 || !isUnsent) return false;
    await takeOut(db, entries);
    return true;
  });
}
