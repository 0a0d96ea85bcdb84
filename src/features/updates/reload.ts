/**
 * Loading the page again without losing what somebody is typing: it is kept for this tab (`unsaved-forms.ts`, which comes with
 * the first letter that is typed) and stands in the new page's forms again.
 */
import * as texts from '#texts/updates';
import { notify } from '#ui/notices';

const KEY = 'carryover.unsaved';

const touched = new WeakSet<HTMLFormElement>();

const loadForms = () => import('./unsaved-forms.ts');

/** Called once, at the start of the page: brings back what was being typed when it was loaded again. */
export function rememberForms(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest('form');
    if (!form || touched.has(form)) return;
    touched.add(form);
    // Offline a failed attempt costs nothing but the memory of the form.
    void loadForms().catch(() => {});
  });
  const kept = takeKept();
  if (kept) void bringBack(kept);
}

async function bringBack(kept: string): Promise<void> {
  const { restoreForms } = await loadForms();
  restoreForms(kept, () => notify({ title: texts.FORMS_RESTORED, tone: 'info' }));
}

/** Whether the page may be loaded again without a loss: a dialog that somebody opened is not open on the next page. */
export async function mayReload(): Promise<boolean> {
  const open = openForms();
  return open.length === 0 || !(await loadForms()).wouldLose(open);
}

/** Says what to do where the page may not be loaded again. */
export function askToFinish(): void {
  notify({ title: texts.FINISH_FIRST_TITLE, description: texts.FINISH_FIRST, tone: 'info' });
}

/** Loads the page again; what is being typed comes back on the new page. */
export async function reloadKeepingForms(): Promise<void> {
  const open = openForms();
  try {
    if (open.length > 0) sessionStorage.setItem(KEY, (await loadForms()).keepForms(open));
  } catch {
    // A browser that stores nothing for a tab keeps nothing.
  }
  location.reload();
}

function openForms(): HTMLFormElement[] {
  return [...document.forms].filter((form) => touched.has(form));
}

/** It is not there a second time. */
function takeKept(): string | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept;
  } catch {
    return null;
  }
}
