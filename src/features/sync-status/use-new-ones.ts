import { useEffect, useRef } from 'react';

/**
 * Calls `say` with what came while the page was open. What is there at the first read is in the panel, and nobody is
 * told of it once more. `all` is undefined until it was read. `say` must be the same function at each render.
 */
export function useNewOnes<One extends { id: string }>(
  all: readonly One[] | undefined,
  say: (fresh: readonly One[]) => void,
): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!all) return;
    const before = known.current;
    known.current = new Set(all.map(({ id }) => id));
    if (!before) return;
    const fresh = all.filter(({ id }) => !before.has(id));
    if (fresh.length > 0) say(fresh);
  }, [all, say]);
}
