import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { type EntrySubject, readEntrySubject } from '#store/queries/rows/entry-subject';
import { useDatabase } from '../../session/session.ts';
import { useReadAfterSync } from './use-read-after-sync.ts';

/** The subject of an entry; null until it was read. The entry is a new object after each change of the outbox. */
export function useEntrySubject(entry: OutboxEntry): EntrySubject | null {
  const database = useDatabase();
  const read = useCallback((one: OutboxEntry) => readEntrySubject(database, one), [database]);
  return useReadAfterSync(read, entry);
}
