/** The list of accounts beside the work, and the sheet that shows it on smaller screens. */
export const FOLD = 'Hide accounts';
export const UNFOLD = 'Show accounts';
export const SHARED = 'Shared';

/** What a press on an account does, by where the user is. */
export function showHere(account: string): string {
  return `Show ${account} on the dashboard`;
}

export function openPage(account: string): string {
  return `Open the page of ${account}`;
}
