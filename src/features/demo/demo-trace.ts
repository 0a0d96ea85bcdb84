/** The mark that this device has a demo. An app start without the mark does not have to look for one to remove. */

import { removeDemo } from '#store/demo/demo-removal';

const KEY = 'carryover.demo';
/** Where the demo remembers its active account, for this tab. */
export const DEMO_ACCOUNT_KEY = 'carryover.demo-account';

export function markDemo(): void {
  try {
    localStorage.setItem(KEY, 'here');
  } catch {
    // Without a mark the demo's database stays until the browser clears it. A browser that refuses the mark seldom
    // keeps a database.
  }
}

/** Called when the app starts outside the demo. Removes what a demo left behind, unless another tab shows it. */
export async function sweepDemo(): Promise<void> {
  try {
    // This comes first: another tab may have removed the rest already.
    sessionStorage.removeItem(DEMO_ACCOUNT_KEY);
    if (localStorage.getItem(KEY) === null) return;
    if (await removeDemo()) localStorage.removeItem(KEY);
  } catch {
    // Tried again at the next start.
  }
}
