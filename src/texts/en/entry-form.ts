/** The dialog in which an entry is put right. */
export const EDIT_ACCOUNT = 'Edit account';
export const EDIT_BUDGET = 'Edit budget';
export const EDIT_CATEGORY = 'Edit category';
export const EDIT_INVITATION = 'Edit invitation';
export const SAVE = 'Save and send';
export const MOVE = 'Move and send';
export const NOT_SAVED = 'It was settled meanwhile, or could not be saved here.';
export const NOT_TAKEN = 'This cannot be taken.';
