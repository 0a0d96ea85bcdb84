/** What the header and its panel tell about sync. */
import type { SyncState } from '#store/database/sync-state';

export interface SyncSummary {
  state: SyncState;
  /** Entries that wait to reach the server. */
  waiting: number;
  /** What the user has to settle: own entries that do not stand, and what others' later actions did. */
  attention: number;
}

/** Whether data is still on its way in a sync. */
export function isMoving({ state, waiting }: SyncSummary): boolean {
  return waiting > 0 || state.backfill !== null || state.lastSyncedAt === null;
}

/** The phase to show. An attempt that only asks for news changes nothing after a failure until it has an answer. */
export function lastingPhase(summary: SyncSummary): SyncState['phase'] {
  const { phase, lastError } = summary.state;
  if (phase !== 'syncing' || lastError === null || isMoving(summary)) return phase;
  return lastError === 'offline' ? 'offline' : 'waiting';
}
