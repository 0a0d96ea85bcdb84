import { useEffect } from 'react';

/**
 * Shows, on the installed app's icon, how many entries only this device has, where the system supports it. No badge for
 * 0.
 */
export function useAppBadge(unsynced: number | undefined): void {
  useEffect(() => {
    if (unsynced !== undefined) void showBadge(unsynced);
  }, [unsynced]);
  // The badge stays when the page is closed, but goes when the user logs out.
  useEffect(() => () => void showBadge(0), []);
}

async function showBadge(count: number): Promise<void> {
  // Many browsers have no badges.
  if (!('setAppBadge' in navigator)) return;
  try {
    if (count > 0) await navigator.setAppBadge(count);
    else await navigator.clearAppBadge();
  } catch {
    // The browser refuses when the app is not installed.
  }
}
