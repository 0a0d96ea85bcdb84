/** What stands around every page. */
export const TAGLINE = 'Complete financial management for individuals and businesses';
export const SKIP_TO_CONTENT = 'Skip to content';
export const NAVIGATION = 'Main';
export const REPORTS = 'Reports';
export const UPCOMING = 'Upcoming';
export const ACCOUNT_MENU = 'Account menu';
export const LOADING = 'Loading...';
export const NOT_FOUND = 'Page not found';

export const CRASHED_TITLE = 'Something went wrong';
export const CRASHED = 'What you entered is kept on this device. Reload to go on.';

export function accountMenuOf(email: string): string {
  return `Account menu of ${email}`;
}

/** As the browser's tab and history show it. */
export function documentTitle(page: string): string {
  return `${page} · Carryover`;
}
