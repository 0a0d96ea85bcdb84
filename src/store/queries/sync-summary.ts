/** What the header says about sync, read together: it is read again with every entry, and each way to the database costs time. */
import type { Database } from '../database.ts';
import { countWaiting, entriesToSettle, isToSettle, isWaiting, type OutboxEntry } from '../outbox.ts';
import { readSyncState, type SyncState } from '../sync-state.ts';

export interface SyncSummary {
  state: SyncState;
  /** Number of entries on their way to the server. */
  waiting: number;
  /** Entries that the user has to look at, oldest first. */
  toSettle: OutboxEntry[];
}

/** An outbox shorter than this is read whole, which is one request. */
const SHORT = 200;

export function readSyncSummary(db: Database): Promise<SyncSummary> {
  return db.transaction('r', db.meta, db.outbox, async () => {
    const [state, first] = await Promise.all([readSyncState(db), db.outbox.limit(SHORT).toArray()]);
    if (first.length < SHORT) {
      return { state, waiting: first.filter(isWaiting).length, toSettle: first.filter(isToSettle) };
    }
    const [waiting, toSettle] = await Promise.all([countWaiting(db), entriesToSettle(db)]);
    return { state, waiting, toSettle };
  });
}
