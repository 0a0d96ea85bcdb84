import { counted } from '#domain/money/numbers';
import type { TransactionType } from '#domain/rows';
import * as failures from '../failures.ts';
import * as problems from '../field-problems.ts';

export const TITLE = 'Active Budgets';
export const MANAGE = 'Manage Budgets';
export const EMPTY_TITLE = 'No budgets found.';
export const EMPTY_EXPLANATION = 'A budget says what you mean to spend in a month, and how much of it is left.';
export const CREATE_FIRST = 'Create a Budget';
export const SHOW_DETAILS = 'View Details';
export const HIDE_DETAILS = 'Hide Details';
export const EDIT = 'Edit budget';
export const SHARED = 'Shared with you';

export const NEAR_LIMIT = 'Near its limit';
export const LIMIT_REACHED = 'Limit reached';
export const OVER_LIMIT = 'Over budget';
export const BALANCE = 'Balance this month';

export const LATEST_TRANSACTIONS = 'Latest transactions';
export const NO_TRANSACTIONS = 'No transactions found for this budget.';
export const NO_INVITED_USERS = 'No users have been invited to this budget.';
export const CONTRIBUTE = 'Contribute';
export const EDIT_CONTRIBUTION = 'Edit contribution';

export const SETTINGS_TITLE = 'Budget Settings';
export const NEW_TITLE = 'New budget';
export const BUDGET_NAME = 'Budget Name';
export const BUDGET_NAME_EXAMPLE = 'Monthly Expenses';
export const BUDGET_AMOUNT = 'Budget Amount';
export const BUDGET_CATEGORY = 'Budget Category';
export const BUDGET_DESCRIPTION = 'Budget Description';
export const SHOW_MANAGER = 'Manage Categories';
export const HIDE_MANAGER = 'Hide Manager';
export const CREATE = 'Create Budget';
export const CREATING = 'Creating...';
export const NONE_CREATED = 'No budgets have been created yet.';
export const NONE_CREATED_EXPLANATION = `${EMPTY_EXPLANATION} Create the first one in the form above.`;
export const CONFIRM_DELETE = 'Delete budget';
export const DELETE_EXPLANATION = 'The transactions that it covers stay in their account.';

export const CREATED_TITLE = 'Budget created';
export const UPDATED_TITLE = 'Budget updated';
export const DELETED_TITLE = 'Budget deleted';
export const LOAD_FAILED_TITLE = 'Failed to load budgets';
export const LOAD_FAILED = 'There was an error loading your budgets.';
export const CREATE_FAILURE = {
  title: failures.BUDGET_CREATE,
  description: 'There was an error creating your budget.',
};
export const UPDATE_FAILURE = {
  title: failures.BUDGET_UPDATE,
  description: 'There was an error updating your budget.',
};
export const DELETE_FAILURE = { title: failures.BUDGET_DELETE, description: 'There was an error deleting the budget.' };
export const NAME_REQUIRED = { title: 'Budget name required', description: problems.NO_BUDGET_NAME };
export const AMOUNT_REQUIRED = { title: 'Valid amount required', description: problems.NOT_A_BUDGET_AMOUNT };

export function coversAccount(name: string): string {
  return `Covers transactions of ${name}`;
}

/** A category among others, of which one of the other type has the same name. */
export function categoryOfType(name: string, type: TransactionType): string {
  return `${name} (${type === 'income' ? 'income' : 'expense'})`;
}

/** `$12.00 spent of $40.00`, the two amounts as they are handed in. */
export function spentOf<Piece>(spent: Piece, amount: Piece): (Piece | string)[] {
  return [spent, ' spent of ', amount];
}

export function spentOfBudget(name: string): string {
  return `Spent of ${name}`;
}

export function amountOver(amount: string): string {
  return `${amount} over`;
}

export function amountLeft(amount: string): string {
  return `${amount} left`;
}

export function daysLeft(days: number): string {
  return counted(days, 'day left', 'days left');
}

export function latest(count: number): string {
  return `Latest ${count} transactions`;
}

export function contributeTo(name: string): string {
  return `Contribute to ${name}`;
}
