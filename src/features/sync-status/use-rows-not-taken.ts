import { useCallback, useMemo } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { type RowNotTaken, readRowsNotTaken } from '#store/queries/rows-not-taken';
import { useDatabase } from '../session/session.tsx';
import { listsRows } from './entry-description.ts';
import { useLastSync } from './use-last-sync.ts';
import { useReadOnce } from './use-read-once.ts';

/** The transactions that were not taken of an entry that is told row by row; null for every other entry. */
export function useRowsNotTaken(entry: OutboxEntry): RowNotTaken[] | null {
  const database = useDatabase();
  const at = useLastSync();
  const then = useMemo(() => ({ entry, at }), [entry, at]);
  const read = useCallback(
    async ({ entry: one }: { entry: OutboxEntry }) => (listsRows(one) ? readRowsNotTaken(database, one) : null),
    [database],
  );
  return useReadOnce(read, then);
}
