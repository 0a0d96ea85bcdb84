/** Command `transaction.delete`. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/** Deletes at once. `row` is the row as the user saw it. `undoAction` with the returned id undoes it. */
export async function deleteTransaction(
  db: Database,
  actor: Actor,
  { row }: { row: TransactionRow },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  return commitAction(
    db,
    actor,
    [{ operations: [{ kind: 'delete', table: 'transactions', id: row.id }] }],
    { now, seen: [row] },
    async () => {
      const access = await readAccess(db, actor.userId, row);
      return canChange(access, row, actor.userId) ? null : refuseForm('forbidden');
    },
  );
}
