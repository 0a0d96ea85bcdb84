import { useCallback, useMemo } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { type EntrySubject, readEntrySubject } from '#store/queries/entry-subject';
import { useDatabase } from '../session/session.tsx';
import { useLastSync } from './use-last-sync.ts';
import { useReadOnce } from './use-read-once.ts';

/**
 * The subject of an entry; null until it was read. The entry is a new object after each change of the outbox. A verdict
 * comes before what has led to it, so the subject is read again after each sync.
 */
export function useEntrySubject(entry: OutboxEntry): EntrySubject | null {
  const database = useDatabase();
  const at = useLastSync();
  const then = useMemo(() => ({ entry, at }), [entry, at]);
  const read = useCallback(({ entry: one }: { entry: OutboxEntry }) => readEntrySubject(database, one), [database]);
  return useReadOnce(read, then);
}
