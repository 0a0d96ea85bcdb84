import type { TransactionRow } from '#domain/rows';

/** Where a row is between this device and the server. */
export type RowState = 'saved' | 'waiting' | 'refused';

/** What a list of transactions may know and do about its rows beyond what they hold. */
export type RowView = {
  stateOf: (row: TransactionRow) => RowState;
  mayChange: (row: TransactionRow) => boolean;
  edit: (row: TransactionRow) => void;
  remove: (row: TransactionRow) => void;
  /** Opens what happened to a row that was refused. */
  openProblem: () => void;
};
