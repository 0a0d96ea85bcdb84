import type { TransactionType } from '#domain/rows';

export const TITLE = 'Category Manager';
export const EXPLANATION = 'Renaming a category renames it in every transaction of the accounts you own.';
export const SHARED_EXPLANATION =
  'An account that somebody shares with you has the categories of its owner. Only its owner changes them here.';
export const LOADING = 'Loading categories...';
export const ADD_FORM = 'Add a category';
export const CATEGORY_TYPE = 'Category type';
export const CATEGORY_NAME = 'Category name';
export const ADD = 'Add category';
export const NEW_NAME = 'New name';
export const CONFIRM_DELETE = 'Delete category';
export const DELETE_EXPLANATION = 'Transactions that carry it keep its name.';

export const GROUP = 'Group';
export const GROUP_HINT = 'Lists and reports show categories of one group together.';
export const ARCHIVE = 'Archive';
export const UNARCHIVE = 'Take out of the archive';
export const ARCHIVED_TITLE = 'Category archived';
export const ARCHIVED_DESCRIPTION = 'Forms do not offer it any more. Its transactions stay in every report.';
export const UNARCHIVED_TITLE = 'Category taken out of the archive';

export const ADDED_TITLE = 'Category added';
export const UPDATED_TITLE = 'Category updated';
export const DELETED_TITLE = 'Category deleted';
export const NAME_REQUIRED_TITLE = 'Category name required';
export const DUPLICATE = 'There is a category of this type and name already.';
export const NOT_SAVED = 'This device could not save it.';
export const CHECK_FAILED = 'Could not verify if this category is in use.';
export const LOAD_FAILURE = {
  title: 'Failed to load categories',
  description: 'There was an error loading your categories.',
};

export const LIST_TITLES: Record<TransactionType, string> = {
  expense: 'Expense Categories',
  income: 'Income Categories',
};

/** What stands in place of an empty list. */
export const NONE_FOUND: Record<TransactionType, string> = {
  expense: 'No expense categories found.',
  income: 'No income categories found.',
};

/** What the list is for, and the next step. */
export const NONE_EXPLANATION: Record<TransactionType, string> = {
  expense: 'They say in reports and budgets what money went for. Add one above.',
  income: 'They say in reports where money came from. Add one above.',
};

export function archivedCategories(count: number): string {
  return `Archived (${count})`;
}

/** The name of the menu of a category, and its title. */
export function moreOf(name: string): string {
  return `More for ${name}`;
}
