/** What the header says about sync, read together: it is read again with every entry, and each way to the database costs time. */
import type { Database } from '../database.ts';
import { countWaiting, entriesToSettle, isToSettle, isWaiting, type OutboxEntry } from '../outbox.ts';
import { asTheyStand, readRuns } from '../runs.ts';
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
    const outbox = db.outbox.limit(SHORT).toArray();
    const [state, first, runs] = await Promise.all([readSyncState(db), outbox, readRuns(db)]);
    if (first.length < SHORT) {
      const waiting = asTheyStand(runs, first).filter(isWaiting).length;
      return { state, waiting, toSettle: first.filter(isToSettle) };
    }
    const [waiting, toSettle] = await Promise.all([countWaiting(db), entriesToSettle(db)]);
    return { state, waiting, toSettle };
  });
}
