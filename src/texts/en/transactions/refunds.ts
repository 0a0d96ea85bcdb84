/** Money that came back, or was paid back: its category is of the other type. */
import { counted } from '#domain/money/numbers';
import type { TransactionType } from '#domain/rows';

export const REFUND = 'Refund';
export const YES = 'Yes';
export const NO = 'No';

/** The heading of the categories of the other type, where one enters this type. */
export const HEADINGS: Record<TransactionType, string> = { income: 'Money back', expense: 'Paid back' };

const WORDS: Record<TransactionType, string> = { income: 'money back', expense: 'paid back' };

/** The category of a refund of this type: "Food (money back)". */
export function inCategory(type: TransactionType, category: string): string {
  return `${category} (${WORDS[type]})`;
}

/** The category of what may be a refund. */
export function categoryOf(entry: { type: TransactionType; category: string; refund?: boolean | undefined }): string {
  return entry.refund ? inCategory(entry.type, entry.category) : entry.category;
}

/** Offered for chosen incomes under expense categories, and the other way round. */
export function countAs(count: number): string {
  return `Count ${counted(count, 'as a refund', 'as refunds')}`;
}

/** Said in a form when somebody else changed this meanwhile. */
export function meanwhile(type: TransactionType, refund: boolean): string {
  return refund ? `It is now ${WORDS[type]}.` : 'It is no refund any more.';
}
