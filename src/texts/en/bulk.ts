/** What is done to all of several transactions that were chosen. */
import { counted, formatCount } from '#domain/numbers';

export const REGION = 'Chosen transactions';
export const CHOOSE_ALL = 'Choose all';
export const CHANGE = 'Change';
export const DONE = 'Done';
export const WHAT = 'What to change';
export const CHANGE_FAILED = 'Could not change the transactions.';
export const DELETE_FAILED = 'Could not delete the transactions.';
export const CHOOSE_VALUE = 'Choose a value.';
export const NOTHING_TO_CHANGE = 'All of them have this value already.';

const transactions = (count: number) => counted(count, 'transaction', 'transactions');

export function chosen(count: number): string {
  return `${transactions(count)} chosen`;
}

/** Said before anything is done. */
export function staying(count: number): string {
  const which = 'transfers (except for their status), reconciled ones, and what your role forbids';
  return `${transactions(count)} of them will stay: ${which}.`;
}

/** Said before the change: rows that it does not concern, or that have the value already. */
export function willChange(count: number, of: number): string {
  return count === of
    ? `${transactions(count)} will change.`
    : `${formatCount(count)} of ${transactions(of)} will change.`;
}

/** Said before the change: each of them asks before it is changed, so it is changed by itself. */
export function reconciledStay(count: number): string {
  const which = counted(count, 'reconciled transaction', 'reconciled transactions');
  return `${which} ${count === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

/** Said before the change: only their status can change with others. */
export function transfersStay(count: number): string {
  const which = counted(count, 'side of a transfer', 'sides of transfers');
  return `${which} ${count === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

export function change(count: number): string {
  return `Change ${transactions(count)}`;
}

/** While it is done. */
export function changing(count: number): string {
  return `Changing ${transactions(count)}`;
}

/** While it is done. */
export function deleting(count: number): string {
  return `Deleting ${transactions(count)}`;
}

export function changed(count: number): string {
  return `${transactions(count)} changed`;
}

export function deleted(count: number): string {
  return `${transactions(count)} deleted`;
}

/** A category's name with its type. */
export function ofType(name: string, type: string): string {
  return `${name} (${type})`;
}
