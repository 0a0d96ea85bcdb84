/** What accepting and declining share: only the invited user answers, only once, and only in time. */

import { type Outcome, refuseForm } from '#domain/outcome';
import { invitedEmail, isPending } from '#domain/sharing/invitation-answers';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

export async function answerInvitation(
  db: Database,
  actor: Actor,
  { id, answer }: { id: string; answer: 'invitation.accept' | 'invitation.decline' },
  now: Date,
): Promise<Outcome<{ mutationId: string }, never, 'expired' | CommandProblem>> {
  const invitation = await db.invitations.get(id);
  if (!invitation) return refuseForm('not_found');
  if (invitation.email !== invitedEmail(actor.email)) return refuseForm('forbidden');
  if (!isPending(invitation, now)) return refuseForm('expired');
  return commitAction(db, actor, [{ operations: [{ kind: 'call', name: answer, arguments: { id } }] }], { now });
}
