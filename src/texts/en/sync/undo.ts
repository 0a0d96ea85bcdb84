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

/** `deed` is the change in a few words. */
export function undoOf(deed: string): string {
  return `Undo ${deed}`;
}

export function redoOf(deed: string): string {
  return `Redo ${deed}`;
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

export function aboutMany(deed: string): string {
  return `${deed}. All of it at once.`;
}

export function changedSince(deed: string): string {
  return `${deed}. It has changed since, so it stays as it is.`;
}

/** While it is done. */
export function undoing(deed: string): string {
  return `Undoing: ${deed}`;
}

export function redoing(deed: string): string {
  return `Redoing: ${deed}`;
}

export function stayed(deed: string, count: number): string {
  return count === 1
    ? `${deed}. A part has changed since and stays as it is.`
    : `${deed}. ${count} of them have changed since and stay as they are.`;
}
