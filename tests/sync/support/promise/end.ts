import type { WritableTable } from '#domain/mutations/operations';
import type { Wish } from './wish.ts';

/** How it ends: what the server holds, and what it decided. */
export interface End {
  row(table: WritableTable, id: string): object | undefined;
  /** The row that stands for the line of a file. */
  rowOfKey(accountId: string, key: string): string | undefined;
  /** The accounts that a person may see, as a whole or in part. */
  reaches(person: string, accountId: string): boolean;
  /** Whether a person may see the transaction, and not only lines of it. */
  shows(person: string, transactionId: string): boolean;
  /** Whether the server was set back to a time before it decided on the mutation. */
  isUndone(mutation: string): boolean;
  /** Whether the clock told when the mutation was made. It does not after it was set, until the server is met. */
  isTimed(mutation: string): boolean;
  /** Whether the server took this of the mutation, as far as its verdict tells. */
  isTaken(mutation: string, rowId: string, field: string | null): boolean;
}

/**
 * The row that the wish is about. Another one may stand for the line of a file, also where somebody takes back that its
 * row was deleted.
 */
export function standsAs(
  { kind, key, rowId, values }: Wish,
  byId: ReadonlyMap<string, readonly Wish[]>,
  end: End,
): string {
  const line = key ?? byId.get(rowId)?.find((one) => one.kind === 'there' && one.key !== null)?.key;
  if (kind !== 'there' || line == null || values.accountId === undefined) return rowId;
  return end.rowOfKey(JSON.parse(values.accountId), line) ?? rowId;
}

/**
 * Whether one of two people takes their addition of the row back, and the other one wants it (S67n). Who takes an
 * import back means what it brought. A server that was set back may not know of the wish.
 */
export function isAlsoAddedBy({ ofAddition, person, mutation }: Wish, undo: Wish, end: Pick<End, 'isUndone'>): boolean {
  const isOfOther = undo.ofAddition === 'undone' && undo.person !== person && undo.ofImport === undefined;
  return isOfOther && ofAddition === 'made' && mutation !== null && !end.isUndone(mutation);
}
