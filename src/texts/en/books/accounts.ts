import { counted } from '#domain/money/numbers';
import type { AccountType } from '#domain/rows';

export const EMPTY_TITLE = 'No accounts yet';
export const EMPTY_EXPLANATION = 'Create an account to record what comes in and what goes out.';
export const BALANCE = 'Balance';

export const FIRST_TITLE = 'Create your first account';
export const FIRST_EXPLANATION =
  'An account holds your transactions, like a wallet or a bank account. You can add more at any time.';
export const NEW_TITLE = 'New account';
export const EDIT_TITLE = 'Edit account';
export const ACCOUNT_NAME = 'Account name';
export const ACCOUNT_TYPE = 'Account Type';
export const OPENING_BALANCE = 'Opening balance';
export const OPENING_HINT = 'What the account holds already. A minus means that it owes.';
export const OPENING_DATE = 'Balance as of';
export const NOT_AN_OPENING = 'Enter a balance, such as 1,250.00 or -80.';
export const NO_OPENING_DATE = 'Choose the day of this balance.';
export const IMPORT = 'Import';
export const CREATE = 'Create account';
export const SAVE_CHANGES = 'Save changes';
export const DELETE_ACCOUNT = 'Delete account';

export const INFORMATION = 'Account Information';
export const CREATED = 'Created';
export const TOTAL_TRANSACTIONS = 'Total Transactions';
export const NO_INVITED_USERS = 'No users have been invited to this account.';
export const NO_TRANSACTIONS = 'No transactions found for this account.';
export const ADD_FIRST_TRANSACTION = 'Add First Transaction';
export const NOT_FOUND_TITLE = 'Account Not Found';
export const NOT_FOUND_EXPLANATION = "The account you're looking for doesn't exist.";

export const CREATED_TITLE = 'Account created';
export const UPDATED_TITLE = 'Account updated';
export const UPDATED_DESCRIPTION = 'Account information has been updated.';
export const DELETED_TITLE = 'Account deleted';
export const DELETED_DESCRIPTION = 'Account has been removed from your ledger.';
export const TOO_LATE_TITLE = 'Too late to undo';
export const TOO_LATE_DESCRIPTION = 'The deletion was already sent.';
export const NOT_SAVED = 'Could not save account.';
export const NOT_DELETED = 'Could not delete account.';

export const ASSETS = 'Assets';
export const DEBTS = 'Debts';
export const NET_WORTH = 'Net worth';
export const NET_WORTH_EXPLANATION = 'All accounts together, archived ones too. Cards and loans that owe are debts.';

export const MOVE_UP = 'Move up';
export const MOVE_DOWN = 'Move down';
export const ARCHIVE = 'Archive';
export const UNARCHIVE = 'Take out of the archive';
export const ARCHIVED = 'Archived';
export const ARCHIVED_TITLE = 'Account archived';
export const ARCHIVED_DESCRIPTION = 'Forms do not offer it any more. Its transactions stay in every report.';
export const UNARCHIVED_TITLE = 'Account taken out of the archive';
export const NOT_MOVED = 'Could not move account.';

export const TYPE_NAMES: Readonly<Record<AccountType, string>> = { personal: 'Personal', business: 'Business' };

/** The name of the menu of an account, and its title. */
export function moreOf(name: string): string {
  return `More for ${name}`;
}

export function archivedAccounts(count: number): string {
  return `Archived (${count})`;
}

/** Read out after a move: the account's place, counted from 1. */
export function nowAt(name: string, place: number, count: number): string {
  return `${name} is now ${place} of ${count}.`;
}

/** The number of the default account. */
export function defaultNumber(number: string): string {
  return `${number} (Default)`;
}

export function labelledNumber(number: string): string {
  return `Account Number: ${number}`;
}

export function createdDescription(name: string): string {
  return `${name} has been successfully created.`;
}

export function transactionsGoToo(count: number): string {
  if (count === 0) return 'This account has no transactions.';
  return `${counted(count, 'transaction goes', 'transactions go')} with it.`;
}

/** At least one name. */
export function budgetsGoToo(names: readonly string[]): string {
  return `So ${names.length === 1 ? 'does its budget' : 'do its budgets'}: ${names.join(', ')}.`;
}

/** How many sides of its transfers stay in other accounts; at least one. */
export function sidesStay(count: number): string {
  const sides = counted(count, 'other side of its transfers stays', 'other sides of its transfers stay');
  return `${sides} in your other accounts, as neither income nor expense.`;
}

/** The answer to that. */
export function countSides(count: number): string {
  return count === 1 ? 'Count it as income or expense' : 'Count them as income and expenses';
}

/** How many others have the account or a budget of it; at least one. */
export function othersLoseItToo(count: number): string {
  return `${counted(count, 'person it is shared with loses', 'people it is shared with lose')} it too.`;
}
