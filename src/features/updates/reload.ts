/**
 * Reloads the page without losing what the user is typing. The text is kept for this tab and filled into the new page's
 * forms (`unsaved-forms.ts`). That module is loaded with the first typed letter.
 */
import * as texts from '#texts/updates';
import { showToast } from '#ui/toast';

const KEY = 'carryover.unsaved';

const touched = new WeakSet<HTMLFormElement>();

const loadForms = () => import('./unsaved-forms.ts');

/** Called once at the start of the page: restores the text from before the reload. */
export function rememberForms(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest('form');
    if (!form || touched.has(form)) return;
    touched.add(form);
    // A failed attempt while offline costs only the memory of the form.
    void loadForms().catch(() => {});
  });
  const kept = takeKept();
  if (kept) void bringBack(kept);
}

async function bringBack(kept: string): Promise<void> {
  const { restoreForms } = await loadForms();
  restoreForms(kept, () => showToast({ title: texts.FORMS_RESTORED, tone: 'info' }));
}

/** Whether a reload loses nothing. The new page does not show a dialog that the user has opened. */
export async function mayReload(): Promise<boolean> {
  const open = openForms();
  return open.length === 0 || !(await loadForms()).wouldLose(open);
}

/** Tells the user what to do when a reload would lose something. */
export function askToFinish(): void {
  showToast({ title: texts.FINISH_FIRST_TITLE, description: texts.FINISH_FIRST, tone: 'info' });
}

/** Reloads the page; the typed text is restored on the new page. */
export async function reloadKeepingForms(): Promise<void> {
  const open = openForms();
  try {
    if (open.length > 0) sessionStorage.setItem(KEY, (await loadForms()).keepForms(open));
  } catch {
    // A browser without storage for a tab keeps nothing.
  }
  location.reload();
}

function openForms(): HTMLFormElement[] {
  return [...document.forms].filter((form) => touched.has(form));
}

/** Reads the text and removes it, so that it is restored only once. */
function takeKept(): string | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept;
  } catch {
    return null;
  }
}
