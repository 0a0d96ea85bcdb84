/** Watches one outbox entry, for screens that report what happened to the user's action. */
import { liveQuery } from 'dexie';
import type { Database } from '../../database/database.ts';
import { readSyncState, type SyncState } from '../../database/sync-state.ts';
import { isWaiting, readEntry } from '../../outbox/outbox.ts';

/** How long to wait for a verdict before a screen says that it is still to come, in milliseconds. */
const PATIENCE = 8000;

/** Phases in which nothing is being sent. */
const AT_REST: ReadonlySet<SyncState['phase']> = new Set(['waiting', 'offline', 'signed_out', 'upgrade_required']);

/**
 * Resolves with `decided` when the entry has its verdict. Resolves with `waits` as soon as it is clear that this will
 * take a while: no connection, or no response. Rejects when the database is closed.
 */
export function whenDecided(db: Database, mutationId: string): Promise<'decided' | 'waits'> {
  return new Promise((resolve, reject) => {
    const finish = (outcome: 'decided' | 'waits') => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish('waits'), PATIENCE);
    const subscription = liveQuery(() => readProgress(db, mutationId)).subscribe({
      next: (progress) => progress && finish(progress),
      error: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}

async function readProgress(db: Database, mutationId: string): Promise<'decided' | 'waits' | null> {
  const [entry, { phase }] = await Promise.all([readEntry(db, mutationId), readSyncState(db)]);
  // An entry that has left the outbox was applied, and its rows are on this device.
  if (!entry || !isWaiting(entry)) return 'decided';
  return AT_REST.has(phase) ? 'waits' : null;
}
