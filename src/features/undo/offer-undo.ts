import { readActions, readUndone, watchActions } from '#store/actions/actions';
import type { Database } from '#store/database/database';
import * as actions from '#texts/actions';
import { showToast } from '#ui/toast';
import type { Toast } from '#ui/toast-board.ts';

/**
 * Says in a toast what was done, with Undo. When the action is undone in another way, or cannot be undone any more, the
 * toast goes.
 */
export function offerUndo(db: Database, actionId: string, toast: Told, onUndo: () => void): void {
  const isPossible = () => readActions(db).some(({ id }) => id === actionId);
  offerWhile(isPossible, { tone: 'success', ...toast, action: { label: actions.UNDO, onAction: onUndo } });
}

/** The same of what was undone, with Redo. */
export function offerRedo(db: Database, actionId: string, toast: Told, onRedo: () => void): void {
  const isPossible = () => readUndone(db).some(({ action }) => action.id === actionId);
  offerWhile(isPossible, { tone: 'success', ...toast, action: { label: actions.REDO, onAction: onRedo } });
}

type Told = Pick<Toast, 'title' | 'description'> & Partial<Pick<Toast, 'tone'>>;

function offerWhile(isPossible: () => boolean, toast: Toast): void {
  let stop = () => {};
  const remove = showToast({ ...toast, onGone: () => stop() });
  stop = watchActions(() => {
    if (!isPossible()) remove();
  });
}
