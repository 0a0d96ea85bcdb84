import type { TransactionType } from '#domain/rows';
import * as terms from '../terms.ts';

export const CONTRIBUTOR = 'Contributor';
/** The heading of the column, and the button that shows it. */
export const BALANCE_AFTER = 'Balance';
export const RUNNING_BALANCE = 'Running balance';
export const FILTER = 'Filter';
export const FILTER_EXPLAINED = 'Filter by description or category';
export const SORT = 'Sort';
export const NEWEST_FIRST = 'Newest first';
export const OLDEST_FIRST = 'Oldest first';
export const HIGHEST_AMOUNT = 'Highest amount';
export const LOWEST_AMOUNT = 'Lowest amount';
export const DESCRIPTION_ASCENDING = 'Description A–Z';
export const DESCRIPTION_DESCENDING = 'Description Z–A';
export const CATEGORY_ASCENDING = 'Category A–Z';
export const CATEGORY_DESCENDING = 'Category Z–A';
export const NOTHING_FOUND = 'No transactions found';
export const CLEAR_FILTER = 'Clear filter';
export const SEARCH_FAILED_TITLE = 'Filter and order are not available right now.';
export const SEARCH_FAILED_EXPLANATION = 'The list shows the newest transactions first.';
export const WHAT_HAPPENED = 'What happened';

export const ADD_TITLE = 'Add transaction';
export const MORE_FIELDS = 'More fields';
export const ADD_NEW_TITLE = 'Add New Transaction';
export const EDIT_TITLE = 'Edit Transaction';
export const UPDATE = 'Update Transaction';
export const CHOOSE = 'Choose…';
export const SUGGESTIONS = 'Suggestions';

export const ADDED_TITLE = 'Transaction added';
export const UPDATED_TITLE = 'Transaction updated';
export const UPDATED_DESCRIPTION = 'Transaction has been updated successfully.';
export const DELETED_TITLE = 'Transaction deleted';
export const DELETED_DESCRIPTION = 'Transaction has been removed from your ledger.';
export const NOT_DELETED = 'Could not delete transaction.';

/** The amount comes formatted; `account` is given where it is not the one on the screen. */
export function addedDescription(type: TransactionType, amount: string, account?: string): string {
  const what = type === 'income' ? terms.INCOME : terms.EXPENSE;
  const where = account === undefined ? '' : ` in ${account}`;
  return `${what} of ${amount} saved successfully${where}.`;
}

export const ADD_NOTES = 'Add notes';

export function viewOnly(account: string): string {
  return `You can only view ${account}; choose another account.`;
}

export function nothingHas(filter: string): string {
  return `No transaction has “${filter}”.`;
}

export function historyProgress(loaded: number, total: number): string {
  return `Loading history: ${loaded} of ${total} months`;
}
