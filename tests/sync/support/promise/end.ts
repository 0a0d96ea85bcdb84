import type { WritableTable } from '#domain/mutations/operations';

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
