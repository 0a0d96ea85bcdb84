/** Command `membership.remove`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import { canManageMember } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/** Takes somebody's access away. Their transactions stay. */
export async function removeMembership(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const membership = await db.memberships.get(id);
  if (!membership) return refuseForm('not_found');
  const access = await readAccess(db, actor.userId, membership);
  if (!canManageMember(access, membership, actor.userId)) return refuseForm('forbidden');
  return commitAction(db, actor, [{ operations: [{ kind: 'call', name: 'membership.remove', arguments: { id } }] }], {
    now,
  });
}
