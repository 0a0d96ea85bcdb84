import { useLiveQuery } from 'dexie-react-hooks';
import type { InvitationRow } from '#domain/rows';
import { receivedInvitations } from '#store/queries/invitations';
import { useActor, useDatabase } from '../session/session.tsx';

/** Invitations to the user that they have not answered on this device, newest first; undefined until they were first read. */
export function useReceivedInvitations(): InvitationRow[] | undefined {
  const db = useDatabase();
  const { email } = useActor();
  return useLiveQuery(async () => {
    try {
      return await receivedInvitations(db, email, new Date());
    } catch {
      // Nobody asked for them here: the page goes on without. Manage Access says that they cannot be read.
      return [];
    }
  }, [db, email]);
}
