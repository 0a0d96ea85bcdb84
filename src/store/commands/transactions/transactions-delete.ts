/** Command `transactions.delete`: deletes several transactions. */
import { refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { changeEach, type ManyOutcome, mayChangeAll } from '../commit/change-each.ts';
import type { Actor } from '../commit/commit.ts';

/**
 * Deletes these rows, which are as the user saw them, at once: all of them or none. `undoAction` with the returned id
 * brings them back.
 */
export async function deleteTransactions(
  db: Database,
  actor: Actor,
  { rows }: { rows: readonly TransactionRow[] },
  now: Date = new Date(),
): Promise<ManyOutcome> {
  const changes = rows.map((row) => ({
    operation: { kind: 'delete', table: 'transactions', id: row.id } as const,
    row,
  }));
  return changeEach(db, actor, changes, { now }, async () => {
    return (await mayChangeAll(db, changes)) ? null : refuseForm('forbidden');
  });
}
