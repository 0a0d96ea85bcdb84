/** Prepares typed text for storage and comparison: trims it, composes it, and removes what a database refuses. */

/** Longest name of an account, a budget or a category, in UTF-16 units; the row schemas hold the same bound. */
export const LONGEST_NAME = 200;
/** Longest description. */
export const LONGEST_DESCRIPTION = 2000;
export const LONGEST_NOTES = 10_000;
/** Longest note of a line of a split transaction. */
export const LONGEST_LINE_NOTE = 500;

export type TextProblem = 'empty' | 'too_long';

/** Drops NUL and replaces half characters, because PostgreSQL takes neither. Makes equal-looking names equal (NFC). */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC').trim();
}

/** What is wrong with a required text that is already clean; null when nothing is. */
export function requiredTextProblem(clean: string, longest: number): TextProblem | null {
  if (clean === '') return 'empty';
  return clean.length > longest ? 'too_long' : null;
}

/** Whether two names read the same, whatever their case. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
