/** Where operations will look for transactions, as far as that is known before reading. */
import type { Operation } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';

/** Enough of a transaction to know its page. */
export type Placed = Pick<TransactionRow, 'id' | 'accountId' | 'date'>;

/** The places of transactions: where the user saw them, where patches move them, and where new ones go. */
export function placesOf(operations: readonly Operation[], seen: readonly TransactionRow[]): Placed[] {
  const rows = new Map(seen.map((row) => [row.id, row]));
  const after = operations.flatMap((operation) => {
    if (operation.kind === 'call' || operation.table !== 'transactions') return [];
    if ('row' in operation) return [operation.row];
    if (operation.kind !== 'patch') return [];
    const row = rows.get(operation.id);
    return row ? [moved(row, operation.after)] : [];
  });
  return [...seen, ...after];
}

function moved(row: TransactionRow, { accountId, date }: Record<string, unknown>): Placed {
  return {
    id: row.id,
    accountId: typeof accountId === 'string' ? accountId : row.accountId,
    date: typeof date === 'string' ? date : row.date,
  };
}
