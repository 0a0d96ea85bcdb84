/** What is done to all of several transactions that were chosen. */

import { counted, formatCount } from '#domain/money/numbers';
import type { AgreedField } from '#domain/transactions/bulk-change';

export const REGION = 'Chosen transactions';
export const CHOOSE_ALL = 'Choose all';
export const CHANGE = 'Change';
export const DONE = 'Done';
export const WHAT = 'What to change';
export const CHANGE_FAILED = 'Could not change the transactions.';
export const DELETE_FAILED = 'Could not delete the transactions.';
export const CHOOSE_VALUE = 'Choose a value.';
export const NOTHING_TO_CHANGE = 'None of them would change.';

const AGREED: Record<AgreedField, string> = { accountId: 'account', date: 'date', status: 'status' };

const transactions = (count: number) => counted(count, 'transaction', 'transactions');

export function chosen(count: number): string {
  return `${transactions(count)} chosen`;
}

/** Said before anything is done. */
export function staying(count: number): string {
  return `${transactions(count)} of them will stay: transfers (except for their status), and what your role forbids.`;
}

/** Said before anything is done. */
export function reconciled(count: number): string {
  const keeps = count === 1 ? 'is reconciled. It keeps its' : 'are reconciled. They keep their';
  const deleted = count === 1 ? 'is not deleted' : 'are not deleted';
  return `${formatCount(count)} of them ${keeps} amount, date and account, and ${deleted}.`;
}

/** Said before the change: rows that it does not concern, or that have the value already. */
export function willChange(count: number, of: number): string {
  return count === of
    ? `${transactions(count)} will change.`
    : `${formatCount(count)} of ${transactions(of)} will change.`;
}

/** Said before the change. `names`: which ones. */
export function reconciledKeep(count: number, field: AgreedField, names: readonly string[]): string {
  const which = counted(count, 'reconciled transaction keeps its', 'reconciled transactions keep their');
  const why = count === 1 ? 'it agrees with' : 'they agree with';
  return `${which} ${AGREED[field]} (${listed(count, names)}), because ${why} a bank statement.`;
}

/** Said before the change: reconciled transactions are among those that change. `names`: which ones. */
export function reconciledChange(count: number, names: readonly string[]): string {
  const [are, keep] = count === 1 ? ['is', 'it keeps its'] : ['are', 'they keep their'];
  return `${formatCount(count)} of them ${are} reconciled (${listed(count, names)}): ${keep} amount, date and account.`;
}

/** Some names, and how many more there are. */
function listed(count: number, names: readonly string[]): string {
  const more = count - names.length;
  return more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', ');
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
