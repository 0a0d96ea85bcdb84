import { useEffect } from 'react';

type Part = 'unsynced' | 'reminders';

/** What the icon counts. Each part is shown by another feature. */
const parts: Record<Part, number> = { unsynced: 0, reminders: 0 };

/**
 * Shows a number on the installed app's icon, where the system supports it: how many entries only this device has, and
 * how many schedules remind of something. No badge for 0. The count stays as it is while it is undefined.
 */
export function useBadgePart(part: Part, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) show(part, count);
  }, [part, count]);
  // The badge stays when the page is closed, but goes when the user logs out.
  useEffect(() => () => show(part, 0), [part]);
}

function show(part: Part, count: number): void {
  parts[part] = count;
  void showBadge(parts.unsynced + parts.reminders);
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
