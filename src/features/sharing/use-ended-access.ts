import type { GivenAccess } from '#store/queries/sharing/given-access';
import { useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { sayEnded } from './ended-access.ts';
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
    (ended) => void whileOpen(() => sayEnded(db, ended)),
  );
}
