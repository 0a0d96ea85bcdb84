import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { type Deed, isAboutMoreThan, readDeeds } from '#store/undo/deeds';
import * as texts from '#texts/undo';
import { dialogOnDemand } from '#ui/on-demand';
import { openDialogs } from '#ui/open-dialogs.ts';
import { showToast } from '#ui/toast';
import { useDatabase } from '../session/session.tsx';
import { useRecentChanges } from './recent-changes-state.ts';
import { useUndo } from './use-undo.ts';

const UndoQuestion = dialogOnDemand(() => import('./undo-question.tsx'));
const RecentChangesDialog = dialogOnDemand(() => import('./recent-changes-dialog.tsx'));

/** Ctrl or Cmd with Z undoes the last change. In a field it is the browser's, and over a dialog nothing is undone. */
export default function Undo() {
  const db = useDatabase();
  const { open, close } = useRecentChanges();
  const undo = useUndo();
  const [asked, setAsked] = useState<Deed | null>(null);
  const undoLast = useEffectEvent(() => {
    const [last] = readDeeds(db);
    if (!last) showToast({ title: texts.NOTHING, tone: 'info' });
    else if (isAboutMoreThan(last, UNASKED)) setAsked(last);
    else void undo(last);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isUndo(event) || isTyping(event.target) || openDialogs.top() !== null) return;
      event.preventDefault();
      undoLast();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <Suspense>
      {open && <RecentChangesDialog onClose={close} />}
      {asked && (
        <UndoQuestion
          deed={asked}
          unasked={UNASKED}
          onConfirm={() => {
            setAsked(null);
            void undo(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Suspense>
  );
}

/** So many rows one key takes back without a question. Who presses it does not see what it is about. */
const UNASKED = 20;

function isUndo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'z';
}

/** A checkbox has nothing typed in it. */
function isTyping(target: EventTarget | null): boolean {
  const field = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable]';
  return target instanceof HTMLElement && target.closest(field) !== null;
}
