import type { TransactionRow } from '#domain/rows';
import { isTransaction, type KeptRow, type OutboxEntry } from '../database/records.ts';

/** The transactions as they were before the entry changed or deleted them. Without the entry they have these places. */
export function rowsBefore({ operations, content, seen }: OutboxEntry): TransactionRow[] {
  const changed = transactionsIn(content).map((row) => {
    const before = { ...row };
    for (const operation of operations.toReversed()) {
      if (operation.kind === 'patch' && operation.id === row.id) Object.assign(before, operation.before);
    }
    return before;
  });
  return [...new Map([...changed, ...transactionsIn(seen)].map((row) => [row.id, row])).values()];
}

/** The transactions among the rows. */
export function transactionsIn(content: KeptRow[] = []): TransactionRow[] {
  return content.flatMap(({ row }) => (isTransaction(row) ? [row] : []));
}
