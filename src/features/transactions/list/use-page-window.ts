import { measureElement, useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';

type PageWindow = {
  /** Attached to the element whose top is the start of the list. */
  listRef: RefObject<HTMLDivElement | null>;
  items: VirtualItem[];
  /** The height above and below the rendered items, in CSS pixels. */
  before: number;
  after: number;
  measure: (element: Element | null) => void;
};

/** So many rows before the end of the loaded ones, more are loaded. */
const AHEAD = 30;

/**
 * Renders only the part of a long list that is near the viewport, while the page itself scrolls. Calls `onEnd` when the
 * viewport is near the end of the loaded rows.
 */
export function usePageWindow(options: {
  keys: readonly string[];
  /** Tells lists apart. */
  listName: string;
  estimate: (index: number) => number;
  onEnd: () => void;
}): PageWindow {
  const { keys, listName, estimate, onEnd } = options;
  const listRef = useRef<HTMLDivElement | null>(null);
  const [top, setTop] = useState(0);

  useLayoutEffect(() => {
    const place = () => {
      const rect = listRef.current?.getBoundingClientRect();
      if (rect) setTop(Math.round(rect.top + window.scrollY));
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // When the list changes, visible rows are drawn first. Those that a scroll would show follow.
  const isNew = useDeferredValue(listName) !== listName;
  const virtualizer = useWindowVirtualizer<Element>({
    count: keys.length,
    estimateSize: estimate,
    getItemKey: (index) => keys[index] ?? index,
    // Rows of cards are higher, and those of a table are drawn faster.
    overscan: isNew ? 1 : 8,
    scrollMargin: top,
    measureElement: measureWhenLaidOut,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;

  useEffect(() => {
    if (last >= keys.length - AHEAD) onEnd();
  }, [last, keys.length, onEnd]);

  return {
    listRef,
    items,
    before: (items[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top),
    measure: virtualizer.measureElement,
  };
}

/**
 * The size of an element after the browser's own layout, which happens before it paints. Until then this returns the
 * estimated size. To measure a new row earlier would force a layout while a transaction is being rendered.
 */
function measureWhenLaidOut(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, Element>,
): number {
  if (entry) return measureElement(element, entry, virtualizer);
  const index = virtualizer.indexFromElement(element);
  return (
    virtualizer.itemSizeCache.get(virtualizer.options.getItemKey(index)) ?? virtualizer.options.estimateSize(index)
  );
}
