/** The command palette and the list of keys. */
import * as terms from './terms.ts';

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
export const CREATE_BUDGET = 'Create a budget';
export const INVITE = 'Invite somebody';
export const SHOW_KEYS = 'Show all keys';

export const KEYS_TITLE = 'Keys';
export const EVERYWHERE = 'On every screen';
export const IN_QUICK_ENTRY = 'While adding a transaction';
export const IN_DATE = 'In a date field';
export const IN_PALETTE = 'While finding';

export const OPEN_PALETTE = 'Find or do something';
export const OPEN_KEYS = 'Show this list';
export const CLOSE_TOPMOST = 'Close what is open on top';
export const ADD_IT = 'Add';
export const ADD_AND_GO_ON = 'Add and go on with another one';
export const WALK_SUGGESTIONS = 'Walk through the suggestions';
export const TODAY = 'Today';
export const DAY_LATER = 'A day later';
export const DAY_EARLIER = 'A day earlier';
export const WALK_RESULTS = 'Walk through the results';
export const CHOOSE_RESULT = 'Open or do it';

export function count(found: number): string {
  return found === 1 ? '1 result' : `${found} results`;
}
