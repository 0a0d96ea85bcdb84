/** Command `invitation.resend`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { canInvite } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Sends another mail about an invitation, which gives the full time to answer again. Only the server knows whether the
 * invitee has joined meanwhile.
 */
export async function resendInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const invitation = await db.invitations.get(id);
  if (!invitation) return refuseForm('not_found');
  if (!canInvite(await readAccess(db, actor.userId, invitation))) return refuseForm('forbidden');
  const resentAt = now.toISOString();
  return commitAction(
    db,
    actor,
    [{ operations: [{ kind: 'call', name: 'invitation.resend', arguments: { id, resentAt } }] }],
    { now },
  );
}
