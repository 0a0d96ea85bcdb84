/** What the user changes of the rows of a plan. */
import type { TransactionType } from '#domain/rows';

/** What becomes of a row: it comes in, it is linked to the row that is there, or nothing is done. */
export type Choice = 'new' | 'link' | 'leave';

export interface RowChange {
  choice?: Choice | undefined;
  type?: TransactionType | undefined;
  category?: string | undefined;
}

/** The user's changes by the rows' keys, the latest last. */
export type Changes = ReadonlyMap<string, RowChange>;
