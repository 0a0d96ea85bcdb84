import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransactionRow } from '#domain/rows';
import { keptSums, rowsElsewhere } from '#store/queries/rows/rows-elsewhere';
import { useDatabase } from '../../../session/session.ts';
import type { Selection } from './use-selection.ts';

/**
 * Looks after chosen rows whenever rows come or go: an undo or another device may take them away. Most of them may not
 * be in the list, so the list cannot tell. One look follows the other, since thousands of rows take a while.
 */
export function useRowsElsewhere(rows: Selection['rows'], onUpdate: Selection['update']): void {
  const db = useDatabase();
  const sums = useLiveQuery(() => keptSums(db), [db]);
  const last = useRef(Promise.resolve());
  const look = useEffectEvent(async () => {
    const found = await rowsElsewhere(db, rows.values());
    if (found.size > 0) onUpdate((chosen) => settled(chosen, found));
  });
  useEffect(() => {
    let left = false;
    // Without an answer of the device's storage the choice stays as it is; the list says so.
    last.current = last.current.then(() => (sums && !left ? look() : undefined)).catch(() => {});
    return () => {
      left = true;
    };
  }, [sums]);
}

/** The chosen rows without those that are gone, and the others where they are now. */
function settled(chosen: Selection['rows'], found: ReadonlyMap<string, TransactionRow | null>): Selection['rows'] {
  const rows = new Map(chosen);
  for (const [id, row] of found) {
    if (!row) rows.delete(id);
    else if (rows.has(id)) rows.set(id, row);
  }
  return rows;
}
