import { type RefObject, useLayoutEffect, useRef } from 'react';
import { openDialogs } from './open-dialogs.ts';

/** What takes the focus where nothing says what should. */
const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';

/**
 * Opens the sheet, and says where the focus is afterwards. The browser alone would give it to the page when the control
 * that opened it is gone. `held`: what had the focus last.
 */
export function useSheetFocus() {
  const sheet = useRef<HTMLDialogElement>(null);
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    autofocused(dialog)?.focus();
    const leave = openDialogs.add(dialog);
    return () => {
      leave();
      // The dialog must close before it leaves the page, or the focus would not return.
      dialog.close();
      if (opener?.isConnected === false) document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);
  return { sheet, held };
}

/** Says where the focus is while the sheet is open. The browser would give it to the page when what has it goes. */
export function useStepFocus(sheet: RefObject<HTMLDialogElement | null>, held: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    const dialog = sheet.current;
    const focused = document.activeElement;
    // Firefox gives the focus of a control that goes to the dialog or the page, and tells nobody.
    if (!dialog?.open || (dialog.contains(focused) && focused !== dialog)) return;
    (autofocused(dialog) ?? dialog.querySelector<HTMLElement>(CONTROLS))?.focus();
  }, [sheet]);
  // Without dependencies: any change of what is inside can take the control that has the focus.
  useLayoutEffect(() => {
    if (held.current?.isConnected === false) autofocused(sheet.current)?.focus();
  });
}

function autofocused(dialog: HTMLDialogElement | null): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? null;
}
