import type { InvitationRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import { receivedInvitations } from '#store/queries/sharing/invitations';
import { preparedQuery } from '../../session/prepared-query.ts';
import { useActor, useDatabase } from '../../session/session.ts';

const received = preparedQuery<InvitationRow[]>();

/**
 * Invitations to the user that can still be answered, as far as this device knows, newest first. Undefined until the
 * first read; empty when they cannot be read.
 */
export function useReceivedInvitations(): InvitationRow[] | undefined {
  const db = useDatabase();
  const { email } = useActor();
  return received.useQuery(email, () => read(db, email), []);
}

export const prepareReceivedInvitations = (db: Database, email: string) =>
  received.prepare(db, email, () => read(db, email));

async function read(db: Database, email: string): Promise<InvitationRow[]> {
  try {
    return await receivedInvitations(db, email, new Date());
  } catch {
    // The dashboard goes on without invitations. Manage Access tells the user that they cannot be read.
    return [];
  }
}
