import { counted } from '#domain/numbers';
import type { AccountType } from '#domain/rows';

export const EMPTY_TITLE = 'No accounts yet';
export const EMPTY_EXPLANATION = 'Create an account to record what comes in and what goes out.';
export const ACCOUNT_NUMBER = 'Account Number';
export const BALANCE = 'Balance';

export const FIRST_TITLE = 'Create your first account';
export const FIRST_EXPLANATION =
  'An account holds your transactions, like a wallet or a bank account. You can add more at any time.';
export const NEW_TITLE = 'New account';
export const EDIT_TITLE = 'Edit Account';
export const ACCOUNT_NAME = 'Account Name';
export const ACCOUNT_TYPE = 'Account Type';
export const CREATE = 'Create Account';
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

export const TYPE_NAMES: Readonly<Record<AccountType, string>> = { personal: 'Personal', business: 'Business' };

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

/** How many others have the account or a budget of it; at least one. */
export function othersLoseItToo(count: number): string {
  return `${counted(count, 'person it is shared with loses', 'people it is shared with lose')} it too.`;
}
