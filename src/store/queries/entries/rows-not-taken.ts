/** The transactions that the server did not take of an entry that was decided apart. */

import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import type { Operation, Patch } from '#domain/mutations/operations';
import { type NotTaken, otherOf } from '#domain/mutations/verdicts';
import type { ReconciliationRow, TransactionRow } from '#domain/rows';
import { type Obstacle, obstacleTo } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { transactionsAnywhere } from '../../ledger/ledger.ts';
import { accessTo } from '../../resolve/may-change.ts';
import { rowsBefore } from '../../resolve/rows-before.ts';

type Row = Pick<TransactionRow, 'accountId' | 'type' | 'amount' | 'date' | 'description' | 'category' | 'budgetId'>;

export interface RowNotTaken {
  reported: NotTaken;
  /** What the user wanted of it. */
  operation: Operation;
  /** As it stands on this device; null when it is not here. */
  current: TransactionRow | null;
  /** The row by which people recognise it; null where the entry does not know it. */
  known: Row | null;
  /** The statement to which it belongs now. */
  reconciliation: ReconciliationRow | null;
  /** The row that has the key of this one's line of a file. */
  other: TransactionRow | null;
  /** What keeps the user from the change now, as far as this device knows; null where nothing does. */
  obstacle: Obstacle | null;
}

/** In the order of the entry. The ledger is read once for all of them. */
export async function readRowsNotTaken(db: Database, entry: OutboxEntry): Promise<RowNotTaken[]> {
  const { notTaken = [], userId } = entry;
  const others = notTaken.flatMap((reported) => otherOf(reported) ?? []);
  const rows = await transactionsAnywhere(db, [...notTaken.map(({ id }) => id), ...others]);
  const before = new Map(rowsBefore(entry).map((row) => [row.id, row]));
  const operations = new Map(entry.operations.filter(isOnTransaction).map((one) => [idIn(one), one]));
  const found = notTaken.flatMap((reported) => {
    const operation = operations.get(reported.id);
    if (!operation) return [];
    const current = rows.get(reported.id) ?? null;
    const made = 'row' in operation && operation.table === 'transactions' ? operation.row : null;
    const known: Row | null = current ?? before.get(reported.id) ?? made;
    return [{ reported, operation, current, known, other: rows.get(otherOf(reported) ?? '') ?? null }];
  });
  const meant = found.map(({ known, operation }) => ({ ...known, ...valuesIn(operation) }));
  const accessOf = await accessTo(db, meant);
  const statements = new Map((await db.reconciliations.toArray()).map((row) => [row.id, row]));
  return found.map((one, at) => {
    const { current, known, operation } = one;
    const status = current?.status ?? 'open';
    const row = { userId, budgetId: null, type: 'expense' as const, ...known, status };
    return {
      ...one,
      reconciliation: statements.get(current?.reconciliationId ?? '') ?? null,
      obstacle: obstacleTo(accessOf(meant[at] ?? {}), row, valuesIn(operation), userId),
    };
  });
}

/** What a patch writes. */
function valuesIn(operation: Operation): Patch['after'] {
  return operation.kind === 'patch' ? operation.after : {};
}
