import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `say` with the items that have disappeared from a live list; `idOf` identifies them. The list is undefined
 * while it is read.
 */
export function useDeparted<Item>(
  items: readonly Item[] | undefined,
  idOf: (item: Item) => string,
  say: (departed: readonly Item[]) => void,
): void {
  const before = useRef<readonly Item[]>([]);
  const look = useEffectEvent((now: readonly Item[]) => {
    const still = new Set(now.map(idOf));
    const departed = before.current.filter((item) => !still.has(idOf(item)));
    before.current = now;
    if (departed.length > 0) say(departed);
  });
  useEffect(() => {
    if (items) look(items);
  }, [items]);
}
