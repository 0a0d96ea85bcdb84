import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The usual place over the page, the one over a dialog, and the one for toasts that would cover the focus there. */
type ToastPlace = 'page' | 'dialog' | 'other';

/** Room for the ring around the focused element, in CSS pixels. */
const RING = 4;

/**
 * Keeps the toasts in one place, in the attribute `data-place` of the section. They go to another place only when a
 * dialog opens or closes, and never while the pointer or the focus is on them (`held`).
 *
 * The toasts never cover what has the focus. First the page scrolls it out from under them. Where that is impossible,
 * the toasts go to the other place. `newest` is the id of the newest toast, or null when there is none.
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
    const usual: ToastPlace = dialog ? 'dialog' : 'page';
    if (newest === null || (!held && over.current !== dialog)) {
      over.current = dialog;
      element.dataset.place = usual;
    }
    if (newest === null) return;
    uncoverFocus(element, usual);
    // A browser scrolls to what gets the focus, and opens a keyboard, after the event.
    let frame = 0;
    const afterwards = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => uncoverFocus(element, usual));
    };
    document.addEventListener('focusin', afterwards);
    window.visualViewport?.addEventListener('resize', afterwards);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', afterwards);
      window.visualViewport?.removeEventListener('resize', afterwards);
    };
  }, [section, dialog, held, newest]);
}

function uncoverFocus(section: HTMLElement, usual: ToastPlace): void {
  const focused = document.activeElement;
  // A press of the pointer would miss a button that scrolls away. What takes text always counts.
  if (!focused?.matches(':focus-visible') || section.contains(focused) || !covers(section, focused)) return;
  focused.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!covers(section, focused)) return;
  const before = section.dataset.place;
  section.dataset.place = before === 'other' ? usual : 'other';
  if (covers(section, focused)) section.dataset.place = before;
}

/** Whether a toast lies over the element. What is half as high as the window cannot be clear of all toasts. */
function covers(section: HTMLElement, element: Element): boolean {
  const { top, bottom, left, right, height } = element.getBoundingClientRect();
  if (height > window.innerHeight / 2) return false;
  return [...section.querySelectorAll('[data-tone]')].some((toast) => {
    const box = toast.getBoundingClientRect();
    return box.top < bottom + RING && box.bottom > top - RING && box.left < right + RING && box.right > left - RING;
  });
}
