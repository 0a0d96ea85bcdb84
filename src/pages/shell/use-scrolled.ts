import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** Whether a part of the page has scrolled out above. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > 0);
}
