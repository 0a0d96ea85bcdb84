import { useSyncExternalStore } from 'react';
import { type Deed, readDeeds, watchDeeds } from '#store/undo/deeds';
import { useDatabase } from '../session/session.tsx';

/** What the user did in this tab and can undo, newest first. */
export function useDeeds(): readonly Deed[] {
  const db = useDatabase();
  return useSyncExternalStore(watchDeeds, () => readDeeds(db));
}
