export const LABEL = 'Install Carryover';
export const INSTALL = 'Install';
export const OFFER = 'Install Carryover: it opens at once, also without a network.';
/** Where only the user can, in the browser's own menu (iOS). */
export const BY_HAND = 'To install Carryover, tap Share and then Add to Home Screen.';
/** The steps of that, beside their signs. */
export const STEPS = ['Share', 'Add to Home Screen'] as const;
/** The app on the Home Screen shares nothing with the browser. */
export const STARTS_EMPTY = 'The installed app starts empty: log in there, or restore a copy.';
export const DISMISS = 'Do not offer again';
