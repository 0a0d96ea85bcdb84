import { useCallback } from 'react';
import type { Action } from '#store/actions/actions';
import { useActor, useDatabase } from '../../session/session.ts';
import { redoAndTell, undoAndTell } from './undo-and-tell.ts';

/** Undoes an action, and says what became of it. */
export function useUndo(): (action: Action) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback((action) => undoAndTell(db, actor, action), [db, actor]);
}

/** Does again what was undone, in the same way. */
export function useRedo(): (action: Action) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback((action) => redoAndTell(db, actor, action), [db, actor]);
}
