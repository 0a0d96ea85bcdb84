/** Which transactions tell the category for another one like them. */
import { sameName } from '../entered-text.ts';
import { SPLIT } from '../money/lines.ts';
import type { TransactionRow } from '../rows.ts';
import { TRANSFER } from './transfers.ts';

/** Whether the name says only that a transaction is split or a transfer. It is never proposed as a category. */
export function saysNoCategory(name: string): boolean {
  return sameName(name, SPLIT) || sameName(name, TRANSFER);
}

/** The category that somebody chose for this transaction; null for a split one and for what has none by its nature. */
export function chosenCategory({
  nature,
  lines,
  category,
}: Pick<TransactionRow, 'nature' | 'lines' | 'category'>): string | null {
  return nature !== 'regular' || lines || saysNoCategory(category) ? null : category;
}
