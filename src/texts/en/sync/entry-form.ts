/** The dialog in which an entry is put right. */
export const EDIT_ACCOUNT = 'Edit account';
export const EDIT_BUDGET = 'Edit budget';
export const EDIT_CATEGORY = 'Edit category';
export const EDIT_INVITATION = 'Edit invitation';
export const SAVE = 'Save and send';
export const MOVE = 'Move and send';
/** Where nothing can be done about the row that is there. */
export const LEAVES =
  'You may not add to its account. It becomes a new transaction in the account that you choose here.';
export const NOT_SAVED = 'It was settled meanwhile, or could not be saved here.';
export const NOT_TAKEN = 'This cannot be taken.';

/** Where the user may add to no account any more. */
export const KEEP_TITLE = 'Keep it in an account of your own?';
export const KEEP_EXPLANATION =
  'You may not add to its account any more, and you have no other account. A new one that only you see can take it.';
export const KEEP = 'Create account and keep';
export const OWN_ACCOUNT = 'Personal';
export const NOT_KEPT = 'It could not be kept there';
