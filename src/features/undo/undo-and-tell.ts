import type { Action } from '#store/actions/actions';
import type { Actor } from '#store/commands/commit/commit';
import { redoAction } from '#store/commands/undo/action-redo';
import { undoAction } from '#store/commands/undo/action-undo';
import type { Database } from '#store/database/database';
import * as texts from '#texts/sync/undo';
import { showToast } from '#ui/toast';
import { orToast } from '../../session/toasts/command-toast.ts';
import { describeAction } from './describe-action.ts';
import { offerRedo } from './offer-undo.ts';
import { sayWhile } from './say-while.ts';

const reasonsOf = (what: string) => ({ changed: texts.changedSince(what), final: texts.FINAL });

/** Undoes an action, says what became of it, and offers to do it again. */
export async function undoAndTell(db: Database, actor: Actor, action: Action): Promise<void> {
  const what = describeAction(action);
  const failure = { title: texts.NOT_UNDONE, description: texts.FAILED, reasons: reasonsOf(what) };
  const undone = await sayWhile(texts.undoing(what), () =>
    orToast(failure, () => undoAction(db, actor, { id: action.id })),
  );
  if (!undone) return;
  const told = toldOf(what, undone.left, { done: texts.UNDONE, inPart: texts.PARTLY_UNDONE });
  offerRedo(db, action.id, told, () => void redoAndTell(db, actor, action));
}

/** Does again what was undone, and says what became of it. */
export async function redoAndTell(db: Database, actor: Actor, action: Action): Promise<void> {
  const what = describeAction(action);
  const failure = { title: texts.NOT_REDONE, description: texts.REDO_FAILED, reasons: reasonsOf(what) };
  const redone = await sayWhile(texts.redoing(what), () =>
    orToast(failure, () => redoAction(db, actor, { id: action.id })),
  );
  if (redone) showToast(toldOf(what, redone.left, { done: texts.REDONE, inPart: texts.PARTLY_REDONE }));
}

function toldOf(what: string, left: number, { done, inPart }: { done: string; inPart: string }) {
  if (left === 0) return { title: done, description: what, tone: 'success' as const };
  return { title: inPart, description: texts.stayed(what, left), tone: 'info' as const };
}
