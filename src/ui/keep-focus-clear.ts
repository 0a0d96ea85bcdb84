import { leaveRoom } from './leave-room.ts';

/** Room for the ring around the focused element, in CSS pixels. */
const RING = 4;

/**
 * Keeps the toasts off what has the focus, now and with every change of the focus, until the returned function is
 * called. `usual` is the `data-place` of the section of toasts where it covers nothing.
 */
export function keepFocusClear(section: HTMLElement, usual: string): () => void {
  uncoverFocus(section, usual);
  // A browser scrolls to what gets the focus, and opens a keyboard, after the event.
  let frame = 0;
  const afterwards = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => uncoverFocus(section, usual));
  };
  document.addEventListener('focusin', afterwards);
  window.visualViewport?.addEventListener('resize', afterwards);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', afterwards);
    window.visualViewport?.removeEventListener('resize', afterwards);
  };
}

/** Scrolls the focused element out from under the toasts, or puts the toasts in the other place. */
function uncoverFocus(section: HTMLElement, usual: string): void {
  const focused = document.activeElement;
  // A press of the pointer would miss a button that scrolls away. What takes text always counts.
  if (!focused?.matches(':focus-visible') || section.contains(focused) || !covers(section, focused)) return;
  focused.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (!covers(section, focused)) return;
  const before = section.dataset.place;
  section.dataset.place = before === 'other' ? usual : 'other';
  if (covers(section, focused)) section.dataset.place = before;
  leaveRoom(section);
}

/**
 * Whether a toast lies over the element. What has no box lies nowhere, and what is half as high as the window cannot be
 * clear of all toasts.
 */
function covers(section: HTMLElement, element: Element): boolean {
  const { top, bottom, left, right, height } = element.getBoundingClientRect();
  if (height === 0 || height > window.innerHeight / 2) return false;
  return [...section.querySelectorAll('[data-tone]')].some((toast) => {
    const box = toast.getBoundingClientRect();
    return box.top < bottom + RING && box.bottom > top - RING && box.left < right + RING && box.right > left - RING;
  });
}
