/** The invitations on this device: those to what the user manages, and those to the user. */
import { byCreation } from '#domain/books/accounts';
import type { InvitationRow } from '#domain/rows';
import { invitedEmail, isPending } from '#domain/sharing/invitation-answers';
import { canInvite } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../accounts/access.ts';

/** Pending invitations to what the user manages, sent by any of its admins; newest first. */
export async function managedInvitations(db: Database, now: Date): Promise<InvitationRow[]> {
  const pending = (await db.invitations.toArray()).filter((one) => isPending(one, now));
  const managed = await Promise.all(pending.map(async (one) => canInvite(await readAccess(db, db.userId, one))));
  return pending.filter((_, index) => managed[index]).sort((a, b) => byCreation(b, a));
}

/** Invitations to this e-mail that can still be answered, newest first. */
export async function receivedInvitations(db: Database, email: string, now: Date): Promise<InvitationRow[]> {
  const invitations = await db.invitations.toArray();
  return invitations
    .filter((one) => one.email === invitedEmail(email) && isPending(one, now))
    .sort((a, b) => byCreation(b, a));
}
