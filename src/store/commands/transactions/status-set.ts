/** Command `status.set`: says of transactions whether they were seen on the bank's statement. */

import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { canSetStatus } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { accessTo } from '../../resolve/may-change.ts';
import { changeEach } from '../commit/change-each.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';

/**
 * Sets open or cleared (S68b). `rows` are the rows as the user saw them; those that are so already stay. Reconciled
 * rows are opened only with their reconciliation. Refused as a whole when one row is reconciled, or when the role does
 * not allow it. Returns a mutation id of null when nothing changed.
 */
export async function setStatus(
  db: Database,
  actor: Actor,
  { rows, status }: { rows: readonly TransactionRow[]; status: 'open' | 'cleared' },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  const seen = rows.filter((row) => row.status !== status);
  if (seen.length === 0) return { ok: true, mutationId: null };
  const changes = seen.map((row) => ({ row, operation: statusPatch(row, { status, reconciliationId: null }) }));
  return changeEach(db, actor, changes, { now }, async () => {
    const access = await accessTo(db, seen);
    const may = (row: TransactionRow) => row.status !== 'reconciled' && canSetStatus(access(row), row, actor.userId);
    return seen.every(may) ? null : refuseForm('forbidden');
  });
}

/** The operation that gives a row as it was seen another status. */
export function statusPatch(row: TransactionRow, after: Pick<TransactionRow, 'status' | 'reconciliationId'>): Patch {
  const { status, reconciliationId } = row;
  const before = { status, reconciliationId };
  return { kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), before, after: { ...after } };
}
