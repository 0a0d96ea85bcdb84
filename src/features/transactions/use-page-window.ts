import { measureElement, useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

type PageWindow = {
  /** Goes on the element whose top is where the list begins. */
  listRef: RefObject<HTMLDivElement | null>;
  items: VirtualItem[];
  /** Height of what stands above and below the rendered items, CSS pixels. */
  before: number;
  after: number;
  measure: (element: Element | null) => void;
};

/** How near the end of the loaded rows one must come before more are asked for. */
const AHEAD = 30;

/**
 * Renders only the part of a long list that is near the viewport while the page itself scrolls. `onEnd` is called when
 * the end of the loaded rows comes near.
 */
export function usePageWindow(options: {
  keys: readonly string[];
  estimate: (index: number) => number;
  onEnd: () => void;
}): PageWindow {
  const { keys, estimate, onEnd } = options;
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

  const virtualizer = useWindowVirtualizer<Element>({
    count: keys.length,
    estimateSize: estimate,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 10,
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
 * What an element measures once the browser has laid it out anyway, which is before it is painted. Until then it has the height
 * that was estimated: to ask for the height of a new row would lay out the page while an entry is being drawn.
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
