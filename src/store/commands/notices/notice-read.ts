/** Command `notice.read`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/** The user has settled what a notice tells. It goes from this device at once, and from the others with their pulls. */
export async function readNotice(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  if (!(await db.notices.get(id))) return refuseForm('not_found');
  return commitAction(db, actor, [{ operations: [{ kind: 'call', name: 'notice.read', arguments: { id } }] }], { now });
}
