/** What the header says about sync: the state row, and how much of the outbox waits or needs the user. */
import type { Database } from '../database.ts';
import { countToSettle, countWaiting } from '../outbox.ts';
import { readSyncState, type SyncState } from '../sync-state.ts';

export interface SyncStatus {
  state: SyncState;
  /** Entries that have not reached the server. */
  waiting: number;
  /** Entries that were superseded, refused or are blocked. */
  attention: number;
}

export async function syncStatus(db: Database): Promise<SyncStatus> {
  const [state, waiting, attention] = await Promise.all([readSyncState(db), countWaiting(db), countToSettle(db)]);
  return { state, waiting, attention };
}
