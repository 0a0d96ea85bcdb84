import { useCallback } from 'react';
import type { Deed } from '#store/deeds/deeds';
import { useActor, useDatabase } from '../../session/session.ts';

/** Undoes a deed, and says what became of it. The first page does without the code for that. */
export function useUndo(): (deed: Deed) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(async (deed) => (await import('./undo-and-tell.ts')).undoAndTell(db, actor, deed), [db, actor]);
}

/** Does again what was undone, in the same way. */
export function useRedo(): (deed: Deed) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(async (deed) => (await import('./undo-and-tell.ts')).redoAndTell(db, actor, deed), [db, actor]);
}
