/** What buttons do, where several features say it with the same words. */
export const ADD = 'Add';
export const ADD_TRANSACTION = 'Add Transaction';
export const BACK = 'Back';
export const BACK_TO_DASHBOARD = 'Back to Dashboard';
export const CANCEL = 'Cancel';
export const CLOSE = 'Close';
export const DELETE = 'Delete';
export const DISMISS = 'Dismiss';
export const EDIT = 'Edit';
export const EXPORT = 'Export';
export const INVITE_USERS = 'Invite Users';
export const LOG_IN = 'Log in';
export const LOG_OUT = 'Log out';
export const MANAGE_ACCESS = 'Manage Access';
export const MARK_CLEARED = 'Mark as cleared';
export const REDO = 'Redo';
export const RETRY = 'Retry';
export const SAVE = 'Save';
export const SEND_AGAIN = 'Send again';
export const SIGN_UP = 'Sign up';
export const TRY_AGAIN = 'Try again';
export const UNDO = 'Undo';

/** `which` is the name of what it is done to, or what names it, such as a description. */
export function editOf(which: string): string {
  return `Edit ${which}`;
}

/** The button is pressed while it is so. */
export function clearedOf(which: string): string {
  return `Cleared: ${which}`;
}

export function deleteOf(which: string): string {
  return `Delete ${which}`;
}

export function deleteQuestion(which: string): string {
  return `Delete ${which}?`;
}
