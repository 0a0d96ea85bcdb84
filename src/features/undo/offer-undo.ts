import type { Database } from '#store/database/database';
import { readDeeds, readUndone, watchDeeds } from '#store/deeds/deeds';
import * as actions from '#texts/actions';
import { showToast } from '#ui/toast';
import type { Toast } from '#ui/toast-board.ts';

/**
 * Says in a toast what was done, with Undo. When the deed is undone in another way, or cannot be undone any more, the
 * toast goes.
 */
export function offerUndo(db: Database, deedId: string, toast: Told, onUndo: () => void): void {
  const isPossible = () => readDeeds(db).some(({ id }) => id === deedId);
  offerWhile(isPossible, { tone: 'success', ...toast, action: { label: actions.UNDO, onAction: onUndo } });
}

/** The same of what was undone, with Redo. */
export function offerRedo(db: Database, deedId: string, toast: Told, onRedo: () => void): void {
  const isPossible = () => readUndone(db).some(({ deed }) => deed.id === deedId);
  offerWhile(isPossible, { tone: 'success', ...toast, action: { label: actions.REDO, onAction: onRedo } });
}

type Told = Pick<Toast, 'title' | 'description'> & Partial<Pick<Toast, 'tone'>>;

function offerWhile(isPossible: () => boolean, toast: Toast): void {
  let stop = () => {};
  const remove = showToast({ ...toast, onGone: () => stop() });
  stop = watchDeeds(() => {
    if (!isPossible()) remove();
  });
}
