/** In a form that is open, about what somebody else did to the row. */
export const CHANGED_MEANWHILE = 'Changed meanwhile';
export const MOVED_MEANWHILE = 'It was moved to another account.';
export const NOTES_GONE = 'The notes are gone.';
/** Of a row that is gone: the button that saves what stands in its form. */
export const ADD_ANEW = 'Add as a new entry';

export function notesNow(notes: string): string {
  return `The notes are now: ${notes}`;
}

/** A field that somebody changed; the value comes formatted. */
export function isNow(label: string, value: string): string {
  return `${label} is now ${value}.`;
}
