/**
 * What somebody was typing when the page was loaded again, so that a new version of the app costs nobody an entry. It works
 * on the page's forms as people see them, by their labels, and so needs no word from the screens and survives a change of
 * their code. Kept for this tab only, and never a password.
 */

const ADDRESS = 'address';

/** Forms that are open because somebody pressed a button: a page that is loaded again does not show them. */
const TRANSIENT = 'dialog form, form[data-transient]';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Label to value of a form's fields; a chosen radio or checkbox is `on`, another is empty. */
type Fields = Map<string, string>;

/** Whether one of these forms would not be on the page after it was loaded again. */
export function wouldLose(forms: readonly HTMLFormElement[]): boolean {
  // Quick entry is a dialog that the address opens.
  const addressed = new URLSearchParams(location.search).has('add');
  return forms.some((form) => form.matches(TRANSIENT) && !(addressed && form.closest('dialog')));
}

/** What stands in these forms, as text for `restoreForms` on the next page; empty when nothing does. */
export function keepForms(forms: readonly HTMLFormElement[]): string {
  const kept = new URLSearchParams();
  for (const form of forms) {
    for (const [label, value] of fieldsOf(form)) kept.append(`${nameOf(form)}\n${label}`, value);
  }
  if (kept.size > 0) kept.set(ADDRESS, location.href);
  return kept.toString();
}

/**
 * Fills what was kept into the forms of this page as they appear, and calls `done` when the last one is filled. Ends as soon
 * as somebody types or presses something: from then on the page is theirs.
 */
export function restoreForms(text: string, done: () => void): void {
  const missing = readKept(text);
  if (missing.size === 0) return;
  const stop = () => {
    watcher.disconnect();
    for (const event of ['pointerdown', 'keydown']) removeEventListener(event, stop, true);
  };
  const fill = async () => {
    for (const form of document.forms) {
      const fields = missing.get(nameOf(form));
      if (fields && (await fillForm(form, fields))) missing.delete(nameOf(form));
    }
    if (missing.size > 0) return;
    stop();
    done();
  };
  const watcher = new MutationObserver(() => void fill());
  watcher.observe(document, { childList: true, subtree: true });
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, stop, true);
  void fill();
}

/** What was kept for this address, form by form. */
function readKept(text: string): Map<string, Fields> {
  const forms = new Map<string, Fields>();
  const kept = new URLSearchParams(text);
  if (kept.get(ADDRESS) !== location.href) return forms;
  kept.delete(ADDRESS);
  for (const [key, value] of kept) {
    const [name = '', label = ''] = key.split('\n');
    forms.set(name, (forms.get(name) ?? new Map()).set(label, value));
  }
  return forms;
}

/** One field may clear another (a type its category), so it is gone through until all of them stand. */
async function fillForm(form: HTMLFormElement, fields: Fields): Promise<boolean> {
  for (let round = 0; round < 3; round += 1) {
    for (const control of controlsOf(form)) fillControl(control, fields.get(labelOf(control)));
    // React draws what an event changed before this goes on.
    await new Promise<void>(queueMicrotask);
    const standing = fieldsOf(form);
    if ([...fields].every(([label, value]) => standing.get(label) === value)) return true;
  }
  return false;
}

function fillControl(control: Control, value: string | undefined): void {
  if (value === undefined || readControl(control) === value) return;
  if (isChoice(control)) {
    // Of several radio buttons the chosen one is pressed, and the others follow.
    if (value === 'on' || control.type === 'checkbox') control.click();
    return;
  }
  // React looks at the element's own property and would take the change for its own.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function fieldsOf(form: HTMLFormElement): Fields {
  return new Map(controlsOf(form).map((control) => [labelOf(control), readControl(control)]));
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => isControl(element) && labelOf(element) !== '');
}

function isControl(element: Element): element is Control {
  if (element instanceof HTMLInputElement) return element.type !== 'password' && element.type !== 'file';
  return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

function isChoice(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox');
}

function readControl(control: Control): string {
  if (isChoice(control)) return control.checked ? 'on' : '';
  return control.value;
}

function labelOf(control: Control): string {
  return control.labels?.[0]?.textContent?.trim() ?? control.getAttribute('aria-label') ?? '';
}

/** The title of a dialog may follow what is typed in it; there is only one at a time. */
function nameOf(form: HTMLFormElement): string {
  if (form.closest('dialog')) return 'dialog';
  const labelledBy = document.getElementById(form.getAttribute('aria-labelledby') ?? '');
  return form.getAttribute('aria-label') ?? labelledBy?.textContent?.trim() ?? '';
}
