/** That there is a demo on this device, so that a start without one costs nothing, and its removal. */

const KEY = 'carryover.demo';
/** Where the demo remembers its active account, for the tab. */
export const DEMO_ACCOUNT_KEY = 'carryover.demo-account';

export function markDemo(): void {
  try {
    localStorage.setItem(KEY, 'here');
  } catch {
    // Without a mark the demo's database stays until the browser clears it; such a browser seldom keeps one.
  }
}

/** Called when the app starts outside the demo: what a demo has left behind goes, unless another tab shows it. */
export async function sweepDemo(): Promise<void> {
  try {
    // First of all: of two tabs the other one may have removed the rest already.
    sessionStorage.removeItem(DEMO_ACCOUNT_KEY);
    if (localStorage.getItem(KEY) === null) return;
    const { removeDemo } = await import('#store/demo');
    if (await removeDemo()) localStorage.removeItem(KEY);
  } catch {
    // Tried again at the next start.
  }
}
