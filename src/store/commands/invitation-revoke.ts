/** Command `invitation.revoke`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { canInvite } from '#domain/roles';
import type { Database } from '../database.ts';
import { cancelIntent } from '../intents.ts';
import { openEntries } from '../outbox.ts';
import { readAccess } from '../queries/access.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

/**
 * Takes an invitation back that was not answered yet. One that has not left this device is never sent, and the mutation id is
 * null.
 */
export async function revokeInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  const invitation = await db.invitations.get(id);
  if (!invitation) return refuseForm('not_found');
  if (!canInvite(await readAccess(db, actor.userId, invitation))) return refuseForm('forbidden');
  const [waiting] = await openEntries(db, [['invitations', id]]);
  if (invitation.version === 0 && waiting && (await cancelIntent(db, waiting.id)))
    return { ok: true, mutationId: null };
  return commit(db, actor, [{ kind: 'call', name: 'invitation.revoke', arguments: { id } }], { now });
}
