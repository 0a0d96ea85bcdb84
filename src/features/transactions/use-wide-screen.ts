import { useSyncExternalStore } from 'react';

/** From this width on there is room for a table, description and actions included; below it a list of cards is shown. */
const WIDE = '(min-width: 62em)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is wide enough for a table; follows every resize and rotation. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
