import { useSyncExternalStore } from 'react';
import { type Action, readActions, readUndone, type Undone, watchActions } from '#store/actions/actions';
import { useDatabase } from '../../session/session.ts';

/** What the user did in this tab and can undo, newest first. */
export function useActions(): readonly Action[] {
  const db = useDatabase();
  return useSyncExternalStore(watchActions, () => readActions(db));
}

/** What the user undid in this tab and can do again, the last one first. */
export function useUndone(): readonly Undone[] {
  const db = useDatabase();
  return useSyncExternalStore(watchActions, () => readUndone(db));
}
