import { useSyncExternalStore } from 'react';
import { type Deed, readDeeds, readUndone, type Undone, watchDeeds } from '#store/deeds/deeds';
import { useDatabase } from '../../session/session.ts';

/** What the user did in this tab and can undo, newest first. */
export function useDeeds(): readonly Deed[] {
  const db = useDatabase();
  return useSyncExternalStore(watchDeeds, () => readDeeds(db));
}

/** What the user undid in this tab and can do again, the last one first. */
export function useUndone(): readonly Undone[] {
  const db = useDatabase();
  return useSyncExternalStore(watchDeeds, () => readUndone(db));
}
