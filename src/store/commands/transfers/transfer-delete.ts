/** Command `transfer.delete`, for both sides as one mutation. */
import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { changeProblem } from './change-problem.ts';

/** Deletes at once. `rows` are the sides as the user saw them. `undoAction` with the returned id undoes it. */
export async function deleteTransfer(
  db: Database,
  actor: Actor,
  { rows }: { rows: TransactionRow[] },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const operations = rows.map(({ id }) => ({ kind: 'delete', table: 'transactions', id }) as const);
  return commitAction(db, actor, [{ operations }], { now, seen: rows }, () => changeProblem(db, actor, rows));
}
