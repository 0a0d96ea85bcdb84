import { useSyncExternalStore } from 'react';

/**
 * The theme's `lg`. From this width on, transactions are a table instead of cards, and the form that adds them is open.
 */
const WIDE = '(min-width: 62em)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is at least this wide; updated after every resize and rotation. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
