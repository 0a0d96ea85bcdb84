/**
 * What the header says about sync, in one read. It is read again after every entry, and each round trip to the database
 * costs time.
 */

import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { readSyncState, type SyncState } from '../database/sync-state.ts';
import { asTheyStand, readInsertBatches } from '../outbox/insert-batches.ts';
import { countWaiting, entriesToSettle, isToSettle, isWaiting } from '../outbox/outbox.ts';

export interface SyncSummary {
  state: SyncState;
  /** Number of entries that wait to reach the server. */
  waiting: number;
  /** Entries that the user has to settle, oldest first. */
  toSettle: OutboxEntry[];
}

/** A shorter outbox is read whole, in one request. */
const SHORT = 200;

export function readSyncSummary(db: Database): Promise<SyncSummary> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    const outbox = db.outbox.limit(SHORT).toArray();
    const [state, first, batches] = await Promise.all([readSyncState(db), outbox, readInsertBatches(db)]);
    if (first.length < SHORT) {
      const waiting = asTheyStand(batches, first).filter(isWaiting).length;
      return { state, waiting, toSettle: first.filter(isToSettle) };
    }
    const [waiting, toSettle] = await Promise.all([countWaiting(db), entriesToSettle(db)]);
    return { state, waiting, toSettle };
  });
}
