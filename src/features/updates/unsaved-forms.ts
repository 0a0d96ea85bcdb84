/**
 * Keeps the typed text over a reload, so a new version of the app loses no typed text. It finds fields by their labels,
 * as people see them. So screens need no code for it, and it survives a change of their code. The text is kept for this
 * tab only, and passwords never are.
 */

const ADDRESS = 'address';

/** Forms that a user opened with a button; a reloaded page does not show them. */
const TRANSIENT = 'dialog form, form[data-transient]';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Label to value of a form's fields. A chosen radio or checkbox is `on`, another is empty. */
type Fields = Map<string, string>;

/** Whether a reloaded page would lack one of these forms. */
export function wouldLose(forms: readonly HTMLFormElement[]): boolean {
  // Quick entry is a dialog that the address opens.
  const addressed = new URLSearchParams(location.search).has('add');
  return forms.some((form) => form.matches(TRANSIENT) && !(addressed && form.closest('dialog')));
}

/** The content of these forms as text for `restoreForms` on the next page; empty when there is none. */
export function keepForms(forms: readonly HTMLFormElement[]): string {
  const kept = new URLSearchParams();
  for (const form of forms) {
    for (const [label, value] of fieldsOf(form)) kept.append(`${nameOf(form)}\n${label}`, value);
  }
  if (kept.size > 0) kept.set(ADDRESS, location.href);
  return kept.toString();
}

/**
 * Fills the kept text into the forms of this page as they appear, and calls `done` after the last one. It stops as soon
 * as the user types or presses something, so it never changes what a user enters.
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

/** The kept text for this address, form by form. */
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

/** One field may clear another (a type clears its category), so this repeats until all of them have their values. */
async function fillForm(form: HTMLFormElement, fields: Fields): Promise<boolean> {
  for (let round = 0; round < 3; round += 1) {
    for (const control of controlsOf(form)) fillControl(control, fields.get(labelOf(control)));
    // Lets React render the change first.
    await new Promise<void>(queueMicrotask);
    const standing = fieldsOf(form);
    if ([...fields].every(([label, value]) => standing.get(label) === value)) return true;
  }
  return false;
}

function fillControl(control: Control, value: string | undefined): void {
  if (value === undefined || readControl(control) === value) return;
  if (isChoice(control)) {
    // Of several radio buttons the chosen one is clicked, and the others follow.
    if (value === 'on' || control.type === 'checkbox') control.click();
    return;
  }
  // React overrides the element's own `value` property, and would not notice the change. So this calls the setter of
  // the prototype.
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

/** A dialog's title may change with the typed text, and only one dialog is open at a time. */
function nameOf(form: HTMLFormElement): string {
  if (form.closest('dialog')) return 'dialog';
  const labelledBy = document.getElementById(form.getAttribute('aria-labelledby') ?? '');
  return form.getAttribute('aria-label') ?? labelledBy?.textContent?.trim() ?? '';
}
