import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** Whether something of the page stands above what is seen. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > 0);
}
