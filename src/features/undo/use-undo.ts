import { useCallback } from 'react';
import type { Deed } from '#store/deeds/deeds';
import { useActor, useDatabase } from '../../session/session.ts';
import { redoAndTell, undoAndTell } from './undo-and-tell.ts';

/** Undoes a deed, and says what became of it. */
export function useUndo(): (deed: Deed) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback((deed) => undoAndTell(db, actor, deed), [db, actor]);
}

/** Does again what was undone, in the same way. */
export function useRedo(): (deed: Deed) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback((deed) => redoAndTell(db, actor, deed), [db, actor]);
}
