import { useEffect } from 'react';

/** Shows on the installed app's icon how many entries only this device has, where the system can; none for nobody. */
export function useAppBadge(unsynced: number | undefined): void {
  useEffect(() => {
    if (unsynced !== undefined) void showBadge(unsynced);
  }, [unsynced]);
  // The icon stays when the page is closed, but not when its user logs out.
  useEffect(() => () => void showBadge(0), []);
}

async function showBadge(count: number): Promise<void> {
  // Absent in many browsers.
  if (!('setAppBadge' in navigator)) return;
  try {
    if (count > 0) await navigator.setAppBadge(count);
    else await navigator.clearAppBadge();
  } catch {
    // Refused where the app is not installed.
  }
}
