import { notify } from '#ui/notices';
import { restoreUnsaved, UnsavedForms } from './unsaved-forms.ts';

const unsaved = new UnsavedForms();

/** Called once, at the start of the page: brings back what was being typed when it was loaded again. */
export function rememberForms(): void {
  unsaved.watch();
  restoreUnsaved(() => notify({ title: 'What you were typing is still here', tone: 'info' }));
}

/**
 * Whether the page may be loaded again without a loss. If not, says what to do first: a dialog that somebody opened is not
 * open on the next page.
 */
export function mayReload(): boolean {
  if (!unsaved.wouldLose()) return true;
  const description = 'Then reload: a dialog that is open now would be closed by it.';
  notify({ title: 'Save or close what you are editing first', description, tone: 'info' });
  return false;
}

/** Loads the page again; what is being typed comes back on the new page. */
export function reloadKeepingForms(): void {
  unsaved.keep();
  location.reload();
}
