import type { Database } from '#store/database/database';
import type { GivenAccess } from '#store/queries/sharing/given-access';
import { useDatabase } from '../../session/session.ts';
import { useDeparted } from './use-departed.ts';

/**
 * Tells that an account or budget that somebody shared is gone. The next sync deletes its rows from this device, and
 * without a toast that would look like a loss. The device does not know who ended it, or whether it was deleted.
 */
export function useEndedAccess(given: readonly GivenAccess[] | undefined): void {
  const db = useDatabase();
  useDeparted(
    given,
    ({ id }) => id,
    (ended) => void sayWhatEnded(db, ended),
  );
}

/** The code for the toast is loaded now, because access hardly ever ends. */
async function sayWhatEnded(db: Database, ended: readonly GivenAccess[]): Promise<void> {
  try {
    const { sayEnded } = await import('./ended-access.ts');
    await sayEnded(db, ended);
  } catch {
    // The code cannot be loaded, or the database was closed meanwhile: there is no session any more.
  }
}
