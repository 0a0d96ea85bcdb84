import type { Database } from '#store/database/database';
import { readDeeds, watchDeeds } from '#store/undo/deeds';
import * as actions from '#texts/actions';
import { showToast } from '#ui/toast';

/**
 * Says in a toast what was done, with Undo. When the deed is undone in another way, or cannot be undone any more, the
 * toast goes.
 */
export function offerUndo(
  db: Database,
  deedId: string,
  toast: { title: string; description?: string },
  onUndo: () => void,
): void {
  const action = { label: actions.UNDO, onAction: onUndo };
  let stop = () => {};
  const remove = showToast({ ...toast, tone: 'success', action, onGone: () => stop() });
  stop = watchDeeds(() => {
    if (!readDeeds(db).some(({ id }) => id === deedId)) remove();
  });
}
