import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Action, isAboutMoreThan, lastAction, readUndone } from '#store/actions/actions';
import * as texts from '#texts/sync/undo';
import { dialogOnDemand } from '#ui/on-demand';
import { openDialogs } from '#ui/open-dialogs.ts';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { useRecentChanges } from './recent-changes-state.ts';
import { type UndoKey, undoKeyOf } from './undo-key.ts';
import { useRedo, useUndo } from './use-undo.ts';

const UndoQuestion = dialogOnDemand(() => import('./undo-question.tsx'));
const RecentChangesDialog = dialogOnDemand(() => import('./recent-changes-dialog.tsx'));

/** Keys undo the last change, and do again what was undone. Over a dialog nothing is undone. */
export default function Undo() {
  const db = useDatabase();
  const { open, close } = useRecentChanges();
  const commands = { undo: useUndo(), redo: useRedo() };
  const [asked, setAsked] = useState<{ action: Action; key: UndoKey } | null>(null);
  const turn = useRef(Promise.resolve());
  const onUndoKey = useEffectEvent(async (key: UndoKey) => {
    const action = key === 'undo' ? lastAction(db) : readUndone(db)[0]?.action;
    if (!action) showToast({ title: key === 'undo' ? texts.NOTHING : texts.NOTHING_AGAIN, tone: 'info' });
    else if (isAboutMoreThan(action, UNASKED)) setAsked({ action, key });
    else await commands[key](action);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = undoKeyOf(event);
      if (key === null || openDialogs.top() !== null) return;
      event.preventDefault();
      // Each press waits for the one before, so two quick ones undo two changes.
      turn.current = turn.current.then(() => onUndoKey(key));
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense>
      {open && <RecentChangesDialog onClose={close} />}
      {asked && (
        <UndoQuestion
          action={asked.action}
          isRedo={asked.key === 'redo'}
          onConfirm={() => {
            setAsked(null);
            void commands[asked.key](asked.action);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Suspense>
  );
}

/** So many rows one key takes back without a question. Who presses it does not see what it is about. */
const UNASKED = 20;
