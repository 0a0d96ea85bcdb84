/**
 * What the header says about sync, in one round trip. It is read again after every entry, and each round trip to the
 * database costs time.
 */

import type { Database } from '../../database/database.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { readSyncState, type SyncState } from '../../database/sync-state.ts';
import { countToSettle, countWaiting, entriesToSettle } from '../../outbox/outbox.ts';

export interface SyncSummary {
  state: SyncState;
  /** Number of entries that wait to reach the server. */
  waiting: number;
  /** Entries that the user has to settle, oldest first. */
  toSettle: OutboxEntry[];
}

export function readSyncSummary(db: Database): Promise<SyncSummary> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    // Counted and not read: an entry of an import has hundreds of rows.
    const [state, waiting, found] = await Promise.all([readSyncState(db), countWaiting(db), countToSettle(db)]);
    return { state, waiting, toSettle: found > 0 ? await entriesToSettle(db) : [] };
  });
}
