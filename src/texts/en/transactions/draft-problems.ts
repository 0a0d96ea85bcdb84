/** What is missing in a form of a transaction, or wrong there. */
export const NO_TYPE = 'Choose a type.';
export const NO_AMOUNT = 'Enter an amount.';
export const NO_DATE = 'Choose a date.';
export const AMOUNT_NOT_A_NUMBER = 'Enter a number, such as 12.50 or 20+4.5.';
export const AMOUNT_NOT_POSITIVE = 'The amount must be more than zero.';
