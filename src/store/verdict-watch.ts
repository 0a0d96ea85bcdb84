/** Watches one entry of the outbox, for screens that tell what becomes of what the user just did. */
import { liveQuery } from 'dexie';
import type { Database } from './database.ts';
import { isWaiting, readEntry } from './outbox.ts';
import { readSyncState, type SyncState } from './sync-state.ts';

/** How long a verdict may take before it is said that it is still to come, milliseconds. */
const PATIENCE = 8000;

/** Phases in which nothing is sent for the time being. */
const AT_REST: ReadonlySet<SyncState['phase']> = new Set(['waiting', 'offline', 'signed_out', 'upgrade_required']);

/**
 * Resolves with `decided` when the entry has its verdict, and with `waits` as soon as it is plain that this will take a while:
 * there is no connection, or no answer comes. Rejects when the database is closed.
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
  // An entry that has gone was applied, and its rows are here.
  if (!entry || !isWaiting(entry)) return 'decided';
  return AT_REST.has(phase) ? 'waits' : null;
}
