import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { type RowNotTaken, readRowsNotTaken } from '#store/queries/entries/rows-not-taken';
import { listsRows } from '../../session/entries/entry-description.ts';
import { useDatabase } from '../../session/session.ts';
import { useReadAfterSync } from './use-read-after-sync.ts';

/** The transactions that were not taken of an entry that is told row by row; null for every other entry. */
export function useRowsNotTaken(entry: OutboxEntry): RowNotTaken[] | null {
  const database = useDatabase();
  const read = useCallback(
    async (one: OutboxEntry) => (listsRows(one) ? readRowsNotTaken(database, one) : null),
    [database],
  );
  return useReadAfterSync(read, entry);
}
