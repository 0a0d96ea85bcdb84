/**
 * Refunds: money back in an expense category is income, and an income that is paid back is an expense. The balance
 * counts them by their type. Cards, budgets and reports take them off the side of their category (decision 58).
 */
import type { Fields, TransactionRow, TransactionType } from './rows.ts';

export function otherType(type: TransactionType): TransactionType {
  return type === 'income' ? 'expense' : 'income';
}

/** The type of the transaction's category (S78a). */
export function categoryType({ type, refund }: Pick<TransactionRow, 'type' | 'refund'>): TransactionType {
  return refund ? otherType(type) : type;
}

/** Whether a transaction can be a refund: a regular one with one category of its own choice (S78b). */
export function takesRefund({
  nature,
  lines,
  budgetId,
}: Pick<TransactionRow, 'nature' | 'lines' | 'budgetId'>): boolean {
  return nature === 'regular' && lines === null && budgetId === null;
}

/** Whether the edit takes the row's category to the other side, where other categories are. */
export function turns({ before, after }: { before: Fields; after: Fields }): boolean {
  return ['type', 'refund'].some((field) => field in after && before[field] !== after[field]);
}

/** Those that are no refunds and have a name that only a category of the other type has. `named`: the names by type. */
export function likeRefunds(
  rows: readonly TransactionRow[],
  named: Readonly<Record<TransactionType, ReadonlySet<string>>>,
): TransactionRow[] {
  return rows.filter((row) => {
    const { refund, type, category } = row;
    return !refund && takesRefund(row) && !named[type].has(category) && named[otherType(type)].has(category);
  });
}
