import type { SyncState } from '#store/database/sync-state';

/** The moment at which the tests look. */
export const NOW = new Date(2026, 10, 21, 15, 0);

/** All is well: the last sync was half an hour before. */
export const SYNCED: SyncState = {
  phase: 'idle',
  lastSyncedAt: new Date(2026, 10, 21, 14, 32).toISOString(),
  lastError: null,
  retryAt: null,
  hints: 'joined',
  offsetMs: 0,
  backfill: null,
};
