/**
 * Command `transaction.restore`: brings a deleted transaction back, after the user's own deletion or somebody else's.
 */

import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';
import { cancelEntry } from './entry-cancel.ts';

/**
 * Takes the deletion back if it was never sent; otherwise asks the server to restore the row under its old id. `row` is
 * the row as it was last seen. `deletion` is the mutation that deleted it, or null when another device deleted it.
 * Returns a mutation id of null when taking the deletion back was enough.
 */
export async function restoreTransaction(
  db: Database,
  actor: Actor,
  { row, deletion }: { row: TransactionRow; deletion: string | null },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  if (deletion !== null && (await cancelEntry(db, deletion))) return { ok: true, mutationId: null };
  const { version, userId, userEmail, ...writable } = row;
  return commit(db, actor, [{ kind: 'restore', table: 'transactions', row: writable }], { now });
}
