/** What an import makes of the rows of a file. */
import type { TransactionRow } from '#domain/rows';

/** The bank's words of a row of a file. */
export interface Origin {
  /** The row's import key. */
  key: string;
  bankId: string | null;
  /** Its text as it stands in the file. */
  importedText: string;
}

/** A row that is made. Its `status` is `cleared`, unless the bank has not booked it yet. */
export interface NewRow extends Origin {
  kind: 'new';
  /** It was deleted after an earlier import, and the user wants it again. */
  again?: true;
  /** The row of another account that becomes its other side, as the user saw it. */
  otherSide?: TransactionRow;
  /** The id of its category, where the user chose one. */
  categoryId?: string | null | undefined;
  /** Nobody chose its category: the file says it, or the app proposes it. */
  proposed?: true;
  /** Where 0.2.0 read the line in another way. */
  former?: FormerReading;
  fields: Pick<TransactionRow, 'type' | 'amount' | 'date' | 'description' | 'category'> &
    Partial<Pick<TransactionRow, 'notes' | 'lines' | 'nature' | 'refund' | 'transferId' | 'status'>>;
}

/** A row that is there, as the user saw it. It is cleared, unless it is reconciled. */
export interface LinkedRow extends Origin {
  kind: 'link';
  row: TransactionRow;
  /** It becomes a side of this transfer. */
  transferId?: string;
  /** What an earlier import misread of it. */
  correction?: Correction;
}

/** What the file says of a row that is there. */
export type Correction = Pick<TransactionRow, 'type' | 'amount' | 'date' | 'category'> &
  Partial<Pick<TransactionRow, 'description'>>;

/** What 0.2.0 made of the line. */
export interface FormerReading {
  key: string;
  fields: Pick<TransactionRow, 'type' | 'amount' | 'date' | 'description'>;
}
