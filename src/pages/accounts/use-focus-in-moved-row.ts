import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A browser takes the focus from a row that moves to another place. This gives it back to the same control. `ids`: the
 * rows of the element in their order.
 */
export function useFocusInMovedRow(ids: readonly string[]): RefObject<HTMLTableSectionElement | null> {
  const rows = useRef<HTMLTableSectionElement>(null);
  const focused = useRef<Element | null>(null);
  const order = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is why rows move
  useLayoutEffect(() => {
    const control = focused.current;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && control instanceof HTMLElement && control.isConnected) control.focus();
  }, [order]);
  useLayoutEffect(() => {
    const element = rows.current;
    const keep = (event: FocusEvent) => {
      focused.current = event.target instanceof Element ? event.target : null;
    };
    // Only a user who goes elsewhere has another control in focus. A row that moves has none.
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget !== null) focused.current = null;
    };
    element?.addEventListener('focusin', keep);
    element?.addEventListener('focusout', leave);
    return () => {
      element?.removeEventListener('focusin', keep);
      element?.removeEventListener('focusout', leave);
    };
  }, []);
  return rows;
}
