import { useLiveQuery } from 'dexie-react-hooks';
import type { Database } from '#store/database/database';
import { type GivenAccess, givenAccess, hasLeft, isOwned } from '#store/queries/given-access';
import * as texts from '#texts/invitation-toasts';
import { showToast } from '#ui/toast';
import { useDatabase } from '../session/session.tsx';
import { useDeparted } from './use-departed.ts';

/**
 * Tells that an account or budget that somebody shared is gone. The next sync deletes its rows from this device, and
 * without a toast that would look like a loss. The device does not know who ended it, or whether it was deleted.
 */
export function useEndedAccess(): void {
  const db = useDatabase();
  const given = useLiveQuery(() => givenAccess(db), [db]);
  useDeparted(
    given,
    ({ id }) => id,
    (ended) => void sayEnded(db, ended),
  );
}

async function sayEnded(db: Database, ended: readonly GivenAccess[]): Promise<void> {
  try {
    for (const { id, accountId, name } of ended) {
      if ((await hasLeft(db, id)) || (await isOwned(db, accountId))) continue;
      showToast({
        title: texts.ACCESS_ENDED_TITLE,
        description: texts.accessEnded(name),
        tone: 'info',
        duration: null,
      });
    }
  } catch {
    // The database was closed meanwhile: there is no session any more.
  }
}
