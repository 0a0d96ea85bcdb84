/** Command `invitation.resend`. */
import { type InvitationField, type InvitationProblem, targetIdOf } from '#domain/invitations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../database.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';
import { draftInvitation } from './invitation-draft.ts';
import { revokeInvitation } from './invitation-revoke.ts';

/**
 * Revokes an invitation and sends it anew: another mail, and the full time to answer it. These are two mutations, for sending
 * goes up alone; should the invitee have answered meanwhile, both are refused. Answers with the new invitation's id and the
 * mutation that sends it.
 */
export async function resendInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; id: string }, InvitationField, InvitationProblem | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const invitation = await db.invitations.get(id);
    if (!invitation) return refuseForm('not_found');
    const { email, name, role, target } = invitation;
    const input = { email, name, role, target, targetId: targetIdOf(invitation), replaced: id };
    const drafted = await draftInvitation(db, actor, input, now);
    if (!drafted.ok) return drafted;
    const revoked = await revokeInvitation(db, actor, { id }, now);
    if (!revoked.ok) return revoked;
    const { draft } = drafted;
    const committed = await commit(db, actor, [{ kind: 'call', name: 'invitation.send', arguments: draft }], { now });
    return committed.ok ? { ...committed, id: draft.id } : committed;
  });
}
