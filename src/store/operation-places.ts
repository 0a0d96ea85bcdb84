/** Where operations will look for transactions, as far as that can be told before anything is read. */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';

/** Enough of a transaction to know its page. */
export type Placed = Pick<TransactionRow, 'id' | 'accountId' | 'date'>;

/** Where the transactions stand by what the user saw of them, where patches move them, and where new ones go. */
export function placesOf(operations: readonly Operation[], seen: readonly TransactionRow[]): Placed[] {
  const after = operations.flatMap((operation) => {
    if (operation.kind === 'call' || operation.table !== 'transactions') return [];
    if ('row' in operation) return [operation.row];
    return operation.kind === 'patch'
      ? moved(
          operation.after,
          seen.find(({ id }) => id === operation.id),
        )
      : [];
  });
  return [...seen, ...after];
}

function moved(after: Record<string, unknown>, row: TransactionRow | undefined): Placed[] {
  if (!row) return [];
  const { accountId = row.accountId, date = row.date } = after;
  return typeof accountId === 'string' && typeof date === 'string' ? [{ id: row.id, accountId, date }] : [];
}
