import { type RefObject, useLayoutEffect, useRef } from 'react';
import { keepFocusClear } from './keep-focus-clear.ts';
import { followRoom, leaveRoom } from './leave-room.ts';

/**
 * Keeps the toasts in one place, in the attribute `data-place` of the section: `page`, or `dialog` over a dialog. They
 * change it only when a dialog opens or closes, and never while the pointer or the focus is on them (`held`).
 *
 * The toasts never cover what has the focus. First the page scrolls it out from under them. Where that is impossible,
 * the toasts go to the place `other`. `newest` is the id of the newest toast, or null when there is none.
 */
export function useToastPlace(
  section: RefObject<HTMLElement | null>,
  dialog: HTMLElement | null,
  held: boolean,
  newest: number | null,
): void {
  const over = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = section.current;
    if (!element) return;
    const usual = dialog ? 'dialog' : 'page';
    if (newest === null || (!held && over.current !== dialog)) {
      over.current = dialog;
      element.dataset.place = usual;
    }
    if (newest === null) return leaveRoom(element);
    const ends = [followRoom(element), keepFocusClear(element, usual)];
    return () => {
      for (const end of ends) end();
    };
  }, [section, dialog, held, newest]);
}
