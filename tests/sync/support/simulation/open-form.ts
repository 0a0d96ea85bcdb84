/** A form that stays open while others work. */
import type { CategoryRow, TransactionRow } from '#domain/rows';

/** What somebody has begun to type, and not saved yet. */
export interface OpenForm {
  /** As the form shows it; null for a new transaction. */
  row: TransactionRow | null;
  accountId: string;
  category: Pick<CategoryRow, 'id' | 'name' | 'type'>;
  cents: number;
}
