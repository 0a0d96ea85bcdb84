/** What the user changes of the rows of a plan. */
import type { TransactionType } from '#domain/rows';

/**
 * What becomes of a row: it comes in, also as a side, it is linked to one that is there, that one is corrected, or
 * nothing is done.
 */
export type Choice = 'new' | 'transfer' | 'link' | 'correct' | 'leave';

export interface RowChange {
  choice?: Choice | undefined;
  type?: TransactionType | undefined;
  category?: string | undefined;
  categoryId?: string | null | undefined;
  /** The category is made with the import. */
  makes?: true | undefined;
  /** The category is of the other type. */
  refund?: true | undefined;
}

/** The user's changes by the rows' keys, the latest last. */
export type Changes = ReadonlyMap<string, RowChange>;
