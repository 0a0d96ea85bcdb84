/** Splits: one transaction with lines in several categories. Amounts come formatted. */
export const SPLIT = 'Split';
export const SPLIT_EXPLAINED = 'Split over several categories';
export const LINES = 'Lines of the split';
export const NOTE = 'Note';
export const ADD_LINE = 'Add a line';
export const DO_NOT_SPLIT = 'Do not split';
export const ALL_ASSIGNED = 'All of it is assigned.';
export const NO_AMOUNT_YET = 'Enter the whole amount above.';
export const TOO_FEW = 'A split has at least two lines.';
export const IN_LINES = 'Complete each line: a category and an amount.';
export const NOT_ADDED_UP = 'The lines have to add up to the amount.';
export const WHOLE_MEANWHILE = 'It is not split any more.';

export const REST = 'Give the rest';

export function tooMany(most: number): string {
  return `A split has at most ${most} lines.`;
}

/** What somebody else made of it; the lines come in words. */
export function splitMeanwhile(lines: string): string {
  return `It is now split: ${lines}.`;
}

/** Below the word Split in a list. */
export function inCategories(categories: readonly string[]): string {
  return `Split: ${categories.join(', ')}`;
}
