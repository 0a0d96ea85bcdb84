import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useMemo } from 'react';
import { readSyncState } from '#store/database/sync-state';
import { useDatabase } from '../../session/session.ts';
import { useReadOnce } from './use-read-once.ts';

/**
 * The same as `useReadOnce`, and again after each sync: what the server has since then may stand otherwise on this
 * device. A verdict comes before what has led to it.
 */
export function useReadAfterSync<Subject, Result>(
  read: (subject: Subject) => Promise<Result | null>,
  subject: Subject,
): Result | null {
  const database = useDatabase();
  const at = useLiveQuery(async () => (await readSyncState(database)).lastSyncedAt, [database]);
  const then = useMemo(() => ({ subject, at }), [subject, at]);
  const readThen = useCallback(({ subject: one }: { subject: Subject }) => read(one), [read]);
  return useReadOnce(readThen, then);
}
