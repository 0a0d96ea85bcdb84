import * as transactions from './transactions.ts';

export const REGION = 'Quick entry';
export const INCOME_TITLE = 'Add income';
export const EXPENSE_TITLE = 'Add expense';
export const TRANSFER_TITLE = 'Add transfer';
export const ADD_AND_ANOTHER = 'Add and another';

export const SAME_AGAIN = 'Same again';
/** Adds the same at once, with the date of today. */
export const AGAIN_TODAY = 'Again today';

/** `which` names what is entered once more. */
export function sameAs(which: string): string {
  return `${SAME_AGAIN}: ${which}`;
}

/** The tooltip of what opens it. */
export function openBy(key: string): string {
  return `${transactions.ADD_TITLE} (${key})`;
}

export function addedSoFar(count: number): string {
  return `${count} added. Ready for the next one.`;
}
