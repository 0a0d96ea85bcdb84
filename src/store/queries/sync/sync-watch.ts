/** Watches the sync, for screens that tell what only a pull brings. */
import { liveQuery } from 'dexie';
import type { Database } from '../../database/database.ts';
import { readSyncState } from '../../database/sync-state.ts';

/** How long to wait for a sync before a screen tells what it knows so far, in milliseconds. */
const PATIENCE = 5000;

/** Resolves when no sync is under way, and after a while in any case. Rejects when the database is closed. */
export function whenSynced(db: Database): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, PATIENCE);
    const subscription = liveQuery(() => readSyncState(db)).subscribe({
      next: ({ phase }) => phase !== 'syncing' && finish(),
      error: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}
