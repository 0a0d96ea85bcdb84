/** Undo of what was done on this device, and redo. */
export const TITLE = 'Recent changes';
export const EXPLANATION = 'What you did here since you opened the app. What was changed again since stays.';
export const NOTHING = 'Nothing to undo.';
export const NOTHING_HERE = 'Nothing to undo since you opened the app.';
export const NOTHING_AGAIN = 'Nothing to redo.';
/** The heading of what was undone. */
export const UNDONE_ONES = 'Undone';
export const UNDONE_EXPLANATION = 'You can do it again until you change something else.';

export const UNDONE = 'Undone';
export const PARTLY_UNDONE = 'Undone in part';
export const NOT_UNDONE = 'Not undone';
/** Of a revert of an import. */
export const FINAL = 'The revert took a transfer apart, so it cannot be undone. Import the file again.';
export const FAILED = 'Could not undo it.';

/** `action` is the change in a few words. */
export function undoOf(action: string): string {
  return `Undo ${action}`;
}

export function redoOf(action: string): string {
  return `Redo ${action}`;
}

export const REDONE = 'Done again';
export const PARTLY_REDONE = 'Done again in part';
export const NOT_REDONE = 'Not done again';
export const REDO_FAILED = 'Could not do it again.';

/** Before a key takes back, or does again, a change of many transactions. */
export const QUESTION = 'Undo this change?';
export const UNDO_IT = 'Undo the change';
export const REDO_QUESTION = 'Redo this change?';
export const REDO_IT = 'Redo the change';

export function aboutMany(action: string): string {
  return `${action}. All of it at once.`;
}

export function changedSince(action: string): string {
  return `${action}. It has changed since, so it stays as it is.`;
}

/** While it is done. */
export function undoing(action: string): string {
  return `Undoing: ${action}`;
}

export function redoing(action: string): string {
  return `Redoing: ${action}`;
}

export function stayed(action: string, count: number): string {
  return count === 1
    ? `${action}. A part has changed since and stays as it is.`
    : `${action}. ${count} of them have changed since and stay as they are.`;
}
