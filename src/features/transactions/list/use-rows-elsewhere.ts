import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransactionRow } from '#domain/rows';
import { keptSums, rowsElsewhere } from '#store/queries/rows-elsewhere';
import { useDatabase } from '../../session/session.tsx';

/**
 * Looks after chosen rows whenever rows come or go: an undo or another device may take them away. Most of them may not
 * be in the list, so the list cannot tell. One look follows the other, since thousands of rows take a while.
 */
export function useRowsElsewhere(
  rows: ReadonlyMap<string, TransactionRow>,
  onFound: (found: ReadonlyMap<string, TransactionRow | null>) => void,
): void {
  const db = useDatabase();
  const sums = useLiveQuery(() => keptSums(db), [db]);
  const last = useRef(Promise.resolve());
  const look = useEffectEvent(async () => {
    const found = await rowsElsewhere(db, rows.values());
    if (found.size > 0) onFound(found);
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
