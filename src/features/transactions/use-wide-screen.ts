import { useSyncExternalStore } from 'react';

/** The `lg` of the theme: from here on transactions are a table, else cards, and the form that adds them stands open. */
const WIDE = '(min-width: 62em)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is at least so wide; follows every resize and rotation. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
