import { categoryType } from '../refunds.ts';
import type { Nature, TransactionRow, TransactionType } from '../rows.ts';

/** The natures that are neither income nor expense (S64a). */
export type OtherNature = Exclude<Nature, 'regular'>;

/** What people call a transaction: income or expense, or its nature where it is neither. */
export type TransactionKind = TransactionType | OtherNature;

export const OTHER_NATURES = ['opening', 'transfer', 'adjustment'] as const satisfies readonly OtherNature[];

type Fixed = Pick<TransactionRow, 'accountId' | 'category' | 'type'>;

/** The field in which an edit changes what the nature of a row fixes (S64e); null when it changes nothing of that. */
export function fixedField(
  row: Fixed & Pick<TransactionRow, 'nature'>,
  after: Fixed,
): 'accountId' | 'category' | 'type' | null {
  if (row.nature === 'regular') return null;
  if (after.accountId !== row.accountId) return 'accountId';
  if (after.category !== row.category) return 'category';
  return row.nature === 'transfer' && after.type !== row.type ? 'type' : null;
}

/** Where sums count it: a refund on the side of its category. So a filter finds what a sum is made of. */
export function countsAs(row: Pick<TransactionRow, 'nature' | 'type' | 'refund'>): TransactionKind {
  return row.nature === 'regular' ? categoryType(row) : row.nature;
}

export function kindOf({ nature, type }: { nature: Nature; type: TransactionType }): TransactionKind {
  return nature === 'regular' ? type : nature;
}
