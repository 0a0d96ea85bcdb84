export const OPTIONAL = 'optional';
export const NOTICES = 'Notices';
export const HIDE_CHARACTERS = 'Hide characters';
export const SHOW_CHARACTERS = 'Show characters';
export const CURRENCY_SYMBOL = '$';
export const AMOUNT_PLACEHOLDER = '0.00';
