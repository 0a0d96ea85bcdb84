/** Titles and reasons of toasts about what could not be done, where several features say them. */
export const ACCOUNT_CREATE = 'Account creation failed';
export const ACCOUNT_DELETE = 'Account deletion failed';
export const ACCOUNT_LOAD = 'Failed to load accounts';
export const ACCOUNT_UPDATE = 'Account update failed';
export const BUDGET_CREATE = 'Failed to create budget';
export const BUDGET_DELETE = 'Failed to delete budget';
export const RECONCILIATION_DELETE = 'Failed to undo reconciliation';
export const RECONCILIATION_SAVE = 'Failed to reconcile';
export const BUDGET_UPDATE = 'Failed to update budget';
export const CATEGORY_ADD = 'Failed to add category';
export const CATEGORY_DELETE = 'Failed to delete category';
export const CATEGORY_UPDATE = 'Failed to update category';
export const ERROR = 'Error';
export const IMPORT = 'Failed to import';
export const IMPORT_REVERT = 'Failed to revert the import';
export const SCHEDULE_SAVE = 'Failed to save schedule';
export const SCHEDULE_DELETE = 'Failed to delete schedule';
export const TRANSACTION_DELETE = 'Delete failed';
export const TRANSACTION_SAVE = 'Transaction failed';
export const TRANSACTION_UPDATE = 'Update failed';
export const TRANSACTIONS_LOAD = 'Failed to load transactions';

export const ALREADY_INVITED = 'Already invited';
export const CANNOT_DELETE_ACCOUNT = 'Cannot delete account';
export const CANNOT_DELETE_CATEGORY = 'Cannot delete category';

export const CATEGORY_IN_USE = 'This category is being used in one or more budgets.';
export const GONE = 'It is no longer on this device.';
export const NOT_TICKED = 'The tick could not be kept.';
export const LAST_ACCOUNT = 'You must have at least one account.';
export const ROLE = 'Your role does not allow this.';
export const SELF_INVITED = 'You cannot invite yourself.';
export const TRANSACTION_NOT_SAVED = 'Could not save transaction.';
export const TRY_AGAIN = 'Please try again.';
