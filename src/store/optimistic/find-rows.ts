import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { areKeysHere } from '../imports/complete-keys.ts';
import type { Changeset } from './changeset.ts';

/** Rows are searched for together: one by one, each would search the whole ledger. */
export async function findRows(changes: Changeset, operations: Operation[], shown: TransactionRow[]): Promise<void> {
  await changes.hint(shown);
  await findRowsOfFiles(changes, operations);
  const restored = operations.flatMap((operation) => (operation.kind === 'restore' ? [operation.row.id] : []));
  if (restored.length > 1) await changes.seek(restored);
}

/**
 * A row of a file may be here although its plan did not know it: its key is still to come, or came after the plan. It
 * is in its month then, unless somebody has changed its date. That is looked for only while keys are to come.
 */
async function findRowsOfFiles(changes: Changeset, operations: Operation[]): Promise<void> {
  const made = operations.flatMap((one) =>
    one.kind === 'insert' && one.table === 'transactions' && one.key !== undefined ? [one.row] : [],
  );
  await changes.lookNear(made);
  for (const [accountId, rows] of Map.groupBy(made, (row) => row.accountId)) {
    if (!(await areKeysHere(changes.db, accountId))) await changes.seek(rows.map(({ id }) => id));
  }
}
