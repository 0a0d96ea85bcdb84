/**
 * Reloads the page without losing what the user is typing. Most forms keep a draft (../drafts), which comes back. The
 * others are to be finished first.
 */
import * as texts from '#texts/device/updates';
import { showToast } from '#ui/toast';
import { writeOpenForms } from '../drafts/open-forms.ts';

const touched = new WeakSet<HTMLFormElement>();

/** Called once at the start of the page. */
export function watchForms(): void {
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element && target.closest('form');
    if (form) touched.add(form);
  });
}

/** Whether a reload loses nothing that was typed. */
export function mayReload(): boolean {
  return ![...document.forms].some((form) => touched.has(form) && !('draft' in form.dataset) && hasText(form));
}

/** Tells the user what to do when a reload would lose something. */
export function askToFinish(): void {
  showToast({ title: texts.FINISH_FIRST_TITLE, description: texts.FINISH_FIRST, tone: 'info' });
}

/** Reloads the page; what was typed comes back with the forms. */
export async function reloadKeepingDrafts(): Promise<void> {
  try {
    await writeOpenForms();
  } finally {
    location.reload();
  }
}

function hasText(form: HTMLFormElement): boolean {
  return [...form.elements].some((one) => one instanceof HTMLInputElement && one.type !== 'radio' && one.value !== '');
}
