/** What is wrong with what was filled in, where several forms say it. Amounts come formatted. */
export const AMOUNT_TOO_PRECISE = 'Use at most two decimals.';
export const OTHER_CURRENCY = 'Amounts are in dollars. Enter it without another currency’s sign.';
export const DATE_NOT_A_DATE = 'Enter a date, such as 2026-11-03, 3.11 or yesterday.';
export const EMPTY = 'Fill this in.';
export const NO_ACCOUNT = 'Choose an account.';
export const NO_ACCOUNT_NAME = 'Enter a name for the account.';
export const NO_BUDGET_NAME = 'Please enter a name for your budget.';
export const NO_CATEGORY = 'Choose a category.';
export const NO_CATEGORY_NAME = 'Please enter a name for your category.';
export const NO_DESCRIPTION = 'Enter a description.';
export const NOT_A_BUDGET_AMOUNT = 'Please enter a valid amount for your budget.';
export const NOT_AN_EMAIL = 'Please enter a valid email address.';

export function tooLong(characters: number): string {
  return `Use at most ${characters} characters.`;
}

export function amountTooLarge(largest: string): string {
  return `The amount can be at most ${largest}.`;
}
