import type { TransactionRow } from '#domain/rows';

/** What the user may do with the rows of a list. */
export type RowView = {
  mayChange: (row: TransactionRow) => boolean;
  edit: (row: TransactionRow) => void;
  remove: (row: TransactionRow) => void;
};
