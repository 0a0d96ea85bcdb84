import { useLiveQuery } from 'dexie-react-hooks';
import type { Database } from '#store/database';
import { type WaitingCall, waitingCalls } from '#store/queries/waiting-calls';
import { useDatabase, useSession } from '../session/session.tsx';
import { useDeparted } from './use-departed.ts';

/**
 * Says that an invitation was sent, or that one has got what one accepted, when the server has said so: at once or, after work
 * without a connection, much later and on any page. The demo sends no mail and says nothing of one. A refusal is told with all
 * other refusals.
 */
export function useInvitationNotices(): void {
  const db = useDatabase();
  const { demo = false } = useSession();
  const waiting = useLiveQuery(() => waitingCalls(db), [db]);
  useDeparted(
    waiting,
    ({ mutationId }) => mutationId,
    (decided) => void sayDecided(db, decided, demo),
  );
}

/** What says it is loaded now: few invite somebody every day. */
async function sayDecided(db: Database, calls: readonly WaitingCall[], demo: boolean): Promise<void> {
  try {
    const { sayApplied } = await import('./applied-invitations.ts');
    await sayApplied(db, calls, demo);
  } catch {
    // It cannot be loaded, or the database was closed meanwhile. The list of invitations says it all the same.
  }
}
