/** The command palette and the list of keys. */
import * as terms from '../terms.ts';

export const TITLE = 'Find or do';
export const FIELD = 'Account, budget, category, transaction or action';
export const RESULTS = 'Results';
export const NOTHING = 'Nothing found. Try another word.';
export const SEARCH_FAILED = 'Transactions cannot be searched right now.';

export const GROUPS = {
  action: 'Actions',
  screen: 'Go to',
  account: terms.ACCOUNTS,
  budget: terms.BUDGETS,
  category: 'Categories',
  transaction: terms.TRANSACTIONS,
} as const;

export const ADD_EXPENSE = 'Add an expense';
export const ADD_INCOME = 'Add an income';
export const IMPORT = 'Import a file';
export const CREATE_BUDGET = 'Create a budget';
export const INVITE = 'Invite somebody';
export const SHOW_KEYS = 'Show all keys';

export const KEYS_TITLE = 'Keys';
export const EVERYWHERE = 'On every screen';
export const IN_QUICK_ENTRY = 'While adding a transaction';
export const IN_ACCOUNTS = 'In the list of accounts';
export const IN_TRANSACTIONS = 'On a transaction of the list';
export const IN_RECONCILING = 'While reconciling';
export const IN_DATE = 'In a date field';
export const IN_PALETTE = 'While finding';

export const OPEN_PALETTE = 'Find or do something';
export const UNDO_LAST = 'Undo the last change';
export const REDO_LAST = 'Do again what was undone';
export const GO_TO_ACCOUNT = 'Go to one of the first nine accounts';
export const GO_TO_ALL = 'Go to all accounts';
export const OPEN_KEYS = 'Show this list';
export const CLOSE_TOPMOST = 'Close what is open on top';
export const ADD_IT = 'Add';
export const ADD_AND_GO_ON = 'Add and go on with another one';
export const WALK_SUGGESTIONS = 'Walk through the suggestions';
export const MOVE_ACCOUNT = 'Move an account down or up';
export const EDIT_ROW = 'Edit it';
export const LEAVE_ROW = 'Leave without saving';
export const OPEN_CALENDAR = 'Open the calendar';
export const MARK_CLEARED = 'Mark as cleared, or take that back';
export const TICK = 'Tick a transaction, or take that back';
export const WALK_ROWS = 'Walk through the transactions';
export const FINISH = 'Finish when the difference is zero';
export const TODAY = 'Today';
export const DAY_LATER = 'A day later';
export const DAY_EARLIER = 'A day earlier';
export const WALK_RESULTS = 'Walk through the results';
export const CHOOSE_RESULT = 'Open or do it';

export function count(found: number): string {
  return found === 1 ? '1 result' : `${found} results`;
}
