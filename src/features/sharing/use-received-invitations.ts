import { useLiveQuery } from 'dexie-react-hooks';
import type { InvitationRow } from '#domain/rows';
import { receivedInvitations } from '#store/queries/sharing/invitations';
import { useActor, useDatabase } from '../../session/session.ts';

/**
 * Invitations to the user that can still be answered, as far as this device knows, newest first. Undefined until the
 * first read; empty when they cannot be read.
 */
export function useReceivedInvitations(): InvitationRow[] | undefined {
  const db = useDatabase();
  const { email } = useActor();
  return useLiveQuery(async () => {
    try {
      return await receivedInvitations(db, email, new Date());
    } catch {
      // The dashboard goes on without invitations. Manage Access tells the user that they cannot be read.
      return [];
    }
  }, [db, email]);
}
