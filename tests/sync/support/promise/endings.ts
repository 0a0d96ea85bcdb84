/** Deeds that end what somebody wished, although they name another field. */
import type { Wish } from './wish.ts';

const ORIGIN = new Set(['bankId', 'importId', 'importedText']);

/** Who takes a row to another account takes it out of the file that is about the old one (S69c). */
export function isTakenByMove({ kind, values }: Wish, field: string): boolean {
  return kind === 'hold' && 'accountId' in values && ORIGIN.has(field);
}

/** Lines add up to the amount, and have one type (S66b). Another amount or type, taken after all, ends the split. */
export function endsSplit({ kind, values }: Wish, wish: Wish, field: string): boolean {
  const wasSplit = 'lines' in wish.values && wish.values.lines !== 'null';
  const isOfSplit = wasSplit && (field === 'lines' || field === 'category');
  return isOfSplit && kind === 'hold' && ('amount' in values || 'type' in values);
}

/** What is about the old account ends with the move. Whose deed the move had not seen is told (S68j, S77). */
const ENDED = new Set(['status', 'reconciliationId', 'budgetId']);

export function endsByMove({ kind, values }: Wish, field: string): boolean {
  return kind === 'hold' && 'accountId' in values && ENDED.has(field);
}
