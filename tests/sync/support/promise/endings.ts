/** Deeds that end what somebody wished, although they name another field. */
import type { End } from './end.ts';
import { isSameByNow } from './names.ts';
import { isLaterOwn, type Wish } from './wish.ts';
import type { WishBook } from './wish-book.ts';

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

const ENDING_REFUNDS = ['type', 'lines', 'nature', 'budgetId'];

/** Another type ends a refund, and so does what makes the row something else (S78c). */
export function endsRefund({ kind, values }: Wish, field: string): boolean {
  return field === 'refund' && kind === 'hold' && ENDING_REFUNDS.some((one) => one in values);
}

/** The field by which the deed ends a split. */
export function splitEnder({ values }: Wish): string {
  return 'amount' in values ? 'amount' : 'type';
}

/** The field by which the deed ends a refund. */
export function refundEnder({ values }: Wish): string {
  return ENDING_REFUNDS.find((field) => field in values) ?? 'type';
}

/** What is about the old account ends with the move. Whose deed the move had not seen is told (S68j, S77). */
const ENDED = new Set(['status', 'reconciliationId', 'budgetId']);

export function endsByMove({ kind, values }: Wish, field: string): boolean {
  return kind === 'hold' && 'accountId' in values && ENDED.has(field);
}

/**
 * A category's name belongs to a type. Who changes the type of a row that they see in the wanted category, be it under
 * the name before a rename, takes it out of that.
 */
export function leavesCategory(deed: Wish, wish: Wish, field: string, renames: WishBook['renames']): boolean {
  const [shown, now] = [deed.screen?.category, wish.values.category];
  const turns = 'type' in deed.values || 'refund' in deed.values;
  const isTurn = deed.kind === 'hold' && turns && deed.order > wish.order;
  const isSeen = shown !== undefined && isSameByNow({ field, wanted: shown, now }, deed, renames);
  return field === 'category' && isTurn && isSeen;
}

/**
 * Who takes a reconciliation back ends what they had counted in it, also of rows that their device has not got.
 * `isGone`: it never came again, so what they counted in it later came back cleared (S68e).
 */
export function endsReconciliation(deed: Wish, wish: Wish, field: string, isGone: boolean): boolean {
  const isOfIt = wish.values.reconciliationId === JSON.stringify(deed.rowId);
  const isOwn = isGone ? deed.person === wish.person : isLaterOwn(deed, wish);
  return deed.kind === 'gone' && isOfIt && isOwn && (field === 'status' || field === 'reconciliationId');
}

/**
 * The device folded the edit into an earlier one, and together they change nothing: it is as it was on the screen
 * before both.
 */
export function isTakenBack({ mutation, rowId, order, values }: Wish, field: string, wishes: readonly Wish[]): boolean {
  const folded = wishes.filter((one) => one.mutation === mutation && one.rowId === rowId);
  const [first] = folded.filter((one) => one.kind === 'hold' && field in one.values);
  return mutation !== null && first !== undefined && first.order < order && first.screen?.[field] === values[field];
}

/** The categories of a first account serve in all of its owner's, and go on doing so when it is deleted. */
export function isHandedOn({ table, values: { accountId } }: Wish, field: string, end: End): boolean {
  if (table !== 'categories' || field !== 'accountId' || accountId === undefined) return false;
  return end.row('accounts', JSON.parse(accountId)) === undefined;
}
