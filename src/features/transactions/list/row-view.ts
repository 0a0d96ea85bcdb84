import type { TransactionRow } from '#domain/rows';

/** What the user may do with the rows of a list. */
export type RowView = {
  /** The name of the row's account; empty when the user has only a budget of it. */
  accountName: (row: TransactionRow) => string;
  mayChange: (row: TransactionRow) => boolean;
  edit: (row: TransactionRow) => void;
  remove: (row: TransactionRow) => void;
};
