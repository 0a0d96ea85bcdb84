/** Command `membership.leave`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/** Gives up the user's own access to an account or a budget, which disappears from this device at once. */
export async function leaveMembership(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  const membership = await db.memberships.get(id);
  if (!membership) return refuseForm('not_found');
  if (membership.userId !== actor.userId) return refuseForm('forbidden');
  return commitAction(db, actor, [{ operations: [{ kind: 'call', name: 'membership.leave', arguments: { id } }] }], {
    now,
  });
}
