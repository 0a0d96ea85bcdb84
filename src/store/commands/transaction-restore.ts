/** Command `transaction.restore`: brings a deleted transaction back, as Undo of a deletion or after somebody else's. */
import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database.ts';
import { cancelIntent } from '../intents.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

/**
 * Takes the deletion back if it was never sent, else asks the server to restore the row under its old id. `row` is the row
 * as it was last seen, `deletion` the mutation that deleted it, null when that was not this device's. Answers with a
 * mutation id of null when taking back was enough.
 */
export async function restoreTransaction(
  db: Database,
  actor: Actor,
  { row, deletion }: { row: TransactionRow; deletion: string | null },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  if (deletion !== null && (await cancelIntent(db, deletion))) return { ok: true, mutationId: null };
  const { version, userId, userEmail, ...writable } = row;
  return commit(db, actor, [{ kind: 'restore', table: 'transactions', row: writable }], { now });
}
