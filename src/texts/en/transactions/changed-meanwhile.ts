/** In a form that is open, about what somebody else did to the row. */
export const CHANGED_MEANWHILE = 'Changed meanwhile';
export const MOVED_MEANWHILE = 'It was moved to another account.';
export const NOTES_GONE = 'The notes are gone.';
/** It may be deleted, or in an account that the user does not see. */
export const GONE_WITH_TEXT = 'It is no longer on this device. You can add it as a new entry.';
/** Of a row that is gone: the button that saves what stands in its form. */
export const ADD_ANEW = 'Add as a new entry';

export function notesNow(notes: string): string {
  return `The notes are now: ${notes}`;
}

/** A field that somebody changed; the value comes formatted. */
export function isNow(label: string, value: string): string {
  return `${label} is now ${value}.`;
}
