export const LABEL = 'Install Carryover';
export const INSTALL = 'Install';
export const OFFER = 'Install Carryover: it opens at once, also without a network.';
/** Where only the user can, in the browser's own menu (iOS). */
export const BY_HAND = 'To install Carryover, tap Share and then Add to Home Screen.';
export const DISMISS = 'Do not offer again';
