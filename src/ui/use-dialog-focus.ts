import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { openDialogs } from './open-dialogs.ts';

interface DialogFocus {
  sheet: RefObject<HTMLDialogElement | null>;
  onFocus: (event: FocusEvent) => void;
}

/**
 * Opens the dialog, and says where the focus is while it is open and afterwards. The browser alone would give it to the
 * page when the control that has it goes, or when the control that opened the dialog is gone.
 */
export function useDialogFocus(): DialogFocus {
  const sheet = useRef<HTMLDialogElement>(null);
  const held = useRef<Element>(null);
  useLayoutEffect(() => {
    const dialog = sheet.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);
    const leave = openDialogs.add(dialog);
    return () => {
      leave();
      // The dialog must close before it leaves the page, or the focus would not return.
      dialog.close();
      if (opener?.isConnected === false) document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);
  // Without dependencies: any change of what is inside can take the control that has the focus.
  useLayoutEffect(() => {
    if (held.current?.isConnected === false) focusFirst(sheet.current);
  });
  const onFocus = ({ target }: FocusEvent) => {
    held.current = target;
  };
  return { sheet, onFocus };
}

function focusFirst(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}
