/** The list of accounts beside the work, and the sheet that shows it on smaller screens. */
export const FOLD = 'Hide accounts';
export const UNFOLD = 'Show accounts';
export const SHARED = 'Shared';
