/** Command `transactions.change`: one change of several transactions. */

import { seenOf } from '#domain/mutations/seen';
import { refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import { type BulkChange, changedBy } from '#domain/transactions/bulk-change';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { changeEach, type ManyOutcome, mayChangeAll } from '../commit/change-each.ts';
import type { Actor } from '../commit/commit.ts';

/**
 * Changes these rows, which are as the user saw them. Rows that the change does not concern, or that have the value,
 * stay and are not counted. Everything or nothing is changed; `undoAction` with the returned id takes it back.
 */
export async function changeTransactions(
  db: Database,
  actor: Actor,
  { rows, change }: { rows: readonly TransactionRow[]; change: BulkChange },
  now: Date = new Date(),
): Promise<ManyOutcome> {
  const changes = rows.flatMap((row) => {
    const changed = changedBy(change, row);
    if (!changed) return [];
    const operation = { kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), ...changed } as const;
    return [{ operation, row, ...(change.field === 'category' && { categoryId: change.categoryId }) }];
  });
  return changeEach(db, actor, changes, { now }, async () => {
    if (!(await mayChangeAll(db, changes))) return refuseForm('forbidden');
    // Who may change the rows may do the rest of it in each of these accounts: take the rows in, or set their status.
    for (const accountId of accountsOf(change, changes)) {
      const { account } = await readAccess(db, actor.userId, { accountId });
      if (!can(account, 'transaction.add')) return refuseForm(account === null ? 'not_found' : 'forbidden');
    }
    return null;
  });
}

/** The accounts in which the change needs more than the right to change the rows. */
function accountsOf(change: BulkChange, changes: readonly { row: TransactionRow }[]): string[] {
  if (change.field === 'accountId') return [change.accountId];
  return change.field === 'status' ? [...new Set(changes.map(({ row }) => row.accountId))] : [];
}
