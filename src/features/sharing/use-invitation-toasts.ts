import { useLiveQuery } from 'dexie-react-hooks';
import { waitingCalls } from '#store/queries/entries/waiting-calls';
import { useDatabase, useDevice, useSession } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { sayApplied } from './applied-invitations.ts';
import { useDeparted } from './use-departed.ts';

/**
 * Tells that an invitation was sent, or that the user now has what they accepted, when the server has applied it. This
 * may be at once, or after offline work much later and on any page. The demo sends no mail and tells nothing. Refusals
 * are told elsewhere, with all others.
 */
export function useInvitationToasts(): void {
  const db = useDatabase();
  const device = useDevice();
  const { demo = false } = useSession();
  const waiting = useLiveQuery(() => waitingCalls(db), [db]);
  useDeparted(
    waiting,
    ({ mutationId }) => mutationId,
    (decided) => void whileOpen(() => sayApplied(db, device, decided, demo)),
  );
}
