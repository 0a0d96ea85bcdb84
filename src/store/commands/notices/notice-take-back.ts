/** Command `notice.take-back`: what the user had written shall stand after all. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { findNotice } from '../../queries/entries/notices.ts';
import { takingBack } from '../../resolve/taking-back.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Undoes what the notice tells, and settles the notice, in one mutation: it sets the lost values again, restores the
 * deleted row, or deletes the revived one again. When all stands as the user wants it, it only settles the notice.
 * Refused as `not_found` when the notice is settled or decided, or its row is not on this device any more.
 */
export async function takeBackNotice(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const notice = await findNotice(db, id);
    if (!notice) return refuseForm('not_found');
    const taking = await takingBack(db, notice);
    if (typeof taking === 'string') return refuseForm(taking);
    const { operation, seen } = taking;
    const read = { kind: 'call', name: 'notice.read', arguments: { id } } as const;
    return commitAction(db, actor, [{ operations: operation ? [operation, read] : [read] }], { now, seen });
  });
}
