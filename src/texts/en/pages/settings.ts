export const USER_ACCESS_TAB = 'User Access';

export const APPEARANCE = 'Appearance';
export const APPEARANCE_EXPLANATION = 'Follows your system unless you choose otherwise. Kept in this browser.';
export const APPEARANCE_SYSTEM = 'System';
export const APPEARANCE_LIGHT = 'Light';
export const APPEARANCE_DARK = 'Dark';

export const LOGIN_TITLE = 'Login';

export function loggedInAs(email: string): string {
  return `Logged in as ${email}`;
}
