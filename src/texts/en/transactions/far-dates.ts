/** The question about a date that may be a slip. */
export const ADD_ANYWAY = 'Add anyway?';
export const SAVE_ANYWAY = 'Save anyway?';

/** A date that may be a slip; it comes formatted. */
export function farAhead(date: string): string {
  return `${date} is more than a year ahead.`;
}

export function farBack(date: string): string {
  return `${date} is more than ten years back.`;
}
