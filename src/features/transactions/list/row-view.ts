import type { TransactionRow } from '#domain/rows';

/** What the user may do with the rows of a list. */
export type RowView = {
  /** The name of the row's account; empty when the user has only a budget of it. */
  accountName: (row: TransactionRow) => string;
  /** Somebody else has a part in the row's account, or wrote the row. */
  isShared: (row: TransactionRow) => boolean;
  mayChange: (row: TransactionRow) => boolean;
  /** A viewer changes an own contribution, and still sets no status of it (S68b). */
  maySetStatus: (row: TransactionRow) => boolean;
  mayRepeat: (row: TransactionRow) => boolean;
  edit: (row: TransactionRow) => void;
  /** Enters the same once more, today. */
  repeat: (row: TransactionRow) => void;
  remove: (row: TransactionRow) => void;
  /** Says that the row was seen on the bank's statement, or takes that back; nothing for a reconciled row. */
  toggleCleared: (row: TransactionRow) => void;
};
