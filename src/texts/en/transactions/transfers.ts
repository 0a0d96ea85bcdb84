/** What screens say about transfers between two accounts. Amounts and dates come formatted. */

export const TRANSFER = 'Transfer';
export const FROM = 'From';
export const TO = 'To';
export const ARRIVES = 'Arrives on';
export const ARRIVES_LATER = 'Arrives on another day';

export const SAME_ACCOUNT = 'Choose two different accounts.';
export const NO_FROM = 'Choose the account that the money leaves.';
export const NO_TO = 'Choose the account that the money goes to.';

export const ADDED_TITLE = 'Transfer added';

export const ANOTHER_ACCOUNT = 'another account';
/** It was unlinked, or its account was deleted. */
export const GONE_SIDE = 'a side that is gone';
/** In files: the account of a transfer's other side. */
export const OTHER_SIDE = 'Other account';

export function from(account: string): string {
  return `From ${account}`;
}

export function to(account: string): string {
  return `To ${account}`;
}

/** An account, where the other side has another amount. */
export function withAmount(account: string, amount: string): string {
  return `${account} (${amount} there)`;
}

export const EDIT_TITLE = 'Edit transfer';
export const UPDATE = 'Update transfer';
export const UPDATED_TITLE = 'Transfer updated';
export const LINK = 'Link as a transfer';
export const LINKED_TITLE = 'Linked as a transfer';
export const LINKED_DESCRIPTION = 'Both sides are no longer income and expense.';
export const UNLINK = 'Unlink';
export const UNLINKED_TITLE = 'Transfer unlinked';
export const UNLINKED_DESCRIPTION = 'It now counts as income or expense, of the category Transfer.';

export const APART = 'The two sides do not agree';

/** Why one cannot change what both sides share. */
export const GONE_SIDE_REASON = 'The other side is gone. Unlink this side to change its amount, type or category.';
export const ONE_SIDE_REASON =
  'The other side is in an account that you cannot change. Unlink this side to change its amount, type or category.';

export const NOTHING = 'empty';

export const DELETED_TITLE = 'Transfer deleted';
export const DELETED_DESCRIPTION = 'Both sides have been removed.';
