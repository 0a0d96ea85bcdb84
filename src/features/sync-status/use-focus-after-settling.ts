import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';

interface SettlingFocus {
  panel: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  onClick: (event: MouseEvent) => void;
}

/**
 * Keeps the focus in the panel when the item that has it goes because the user settled it. The focus moves to the first
 * button of the item that takes its place, or to the panel's heading when none is left. Items carry `data-to-settle`.
 * `items` is another value whenever an item comes or goes.
 */
export function useFocusAfterSettling(items: string): SettlingFocus {
  const panel = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const remember = ({ target }: FocusEvent | MouseEvent) => {
    const index = itemsIn(panel.current).findIndex((item) => target instanceof Node && item.contains(target));
    place.current = Math.max(index, 0);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can only be lost when an item goes
  useEffect(() => {
    // The browser gives the focus of an element that is removed to the page.
    if (place.current === null || document.activeElement !== document.body) return;
    const left = itemsIn(panel.current);
    const next = left[Math.min(place.current, left.length - 1)]?.querySelector('button');
    (next ?? panel.current?.querySelector('h2'))?.focus();
  }, [items]);
  return { panel, onFocus: remember, onClick: remember };
}

function itemsIn(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[data-to-settle]') ?? [])];
}
