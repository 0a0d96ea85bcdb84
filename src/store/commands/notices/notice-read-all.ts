/** Command `notice.read-all`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction, UNDO_MILLISECONDS } from '../commit/commit.ts';

/**
 * Settles these notices together: on this device at once, on the server when the time for Undo has passed. Until then
 * `cancelEntry` with the mutation's id brings them back. Refused as `not_found` when none of them is here any more.
 */
export async function readAllNotices(
  db: Database,
  actor: Actor,
  { ids }: { ids: readonly string[] },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const here = (await db.notices.bulkGet([...ids])).flatMap((notice) => notice?.id ?? []);
    if (here.length === 0) return refuseForm('not_found');
    const holdUntil = new Date(now.getTime() + UNDO_MILLISECONDS);
    const reads = here.map((id) => ({ kind: 'call', name: 'notice.read', arguments: { id } }) as const);
    return commitAction(db, actor, [{ operations: reads }], { now, holdUntil });
  });
}
