import { useSyncExternalStore } from 'react';

/** The theme's `md` and `lg`, and a width between `lg` and `xl`. */
const MEDIUM = watchWidth('(min-width: 48em)');
const WIDE = watchWidth('(min-width: 62em)');
const ROOM_BESIDE = watchWidth('(min-width: 75em)');

/**
 * Whether transactions are a table instead of cards, and the form that adds them is open. Updated after every resize
 * and rotation.
 */
export function useWideScreen(): boolean {
  return useSyncExternalStore(WIDE.subscribe, WIDE.read);
}

/** The same, now. */
export const isWideScreen = WIDE.read;

/** Whether the header has room for more than icons. */
export function useMediumScreen(): boolean {
  return useSyncExternalStore(MEDIUM.subscribe, MEDIUM.read);
}

/** Whether the accounts fit beside the page. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(ROOM_BESIDE.subscribe, ROOM_BESIDE.read);
}

function watchWidth(width: string) {
  return {
    subscribe: (changed: () => void) => {
      const query = window.matchMedia(width);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    read: () => window.matchMedia(width).matches,
  };
}
