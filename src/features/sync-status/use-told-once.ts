import { useEffect, useRef } from 'react';
import { whileOpen } from '../../session/while-open.ts';
import { type Told, takeDownSettled, tell } from './told-toasts.ts';

/**
 * Tells once of what came while the page was open, until it is settled. What is there at the first read is in the
 * panel, and nobody is told of it once more. `all` is undefined until it was read. `toastsOf` must be the same function
 * at each render.
 */
export function useToldOnce<One extends { id: string }>(
  all: readonly One[] | undefined,
  toastsOf: (fresh: readonly One[]) => Promise<Told[]>,
): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!all) return;
    const before = known.current;
    const now = new Set(all.map(({ id }) => id));
    known.current = now;
    if (!before) return;
    takeDownSettled([...before].filter((id) => !now.has(id)));
    const fresh = all.filter(({ id }) => !before.has(id));
    if (fresh.length === 0) return;
    void whileOpen(async () => {
      for (const { toast, about } of await toastsOf(fresh)) {
        // Some may be settled by now.
        const left = about.filter((id) => known.current?.has(id));
        if (left.length > 0) tell({ toast, about: left });
      }
    });
  }, [all, toastsOf]);
}
