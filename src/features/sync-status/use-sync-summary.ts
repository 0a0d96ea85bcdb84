import { useLiveQuery } from 'dexie-react-hooks';
import { countWaiting, entriesToSettle, type OutboxEntry } from '#store/outbox';
import { readSyncState } from '#store/sync-state';
import { useDatabase } from '../session/session.tsx';
import type { SyncSummary } from './sync-wording.ts';

/** Undefined until the first read. */
export function useSyncSummary(): (SyncSummary & { toSettle: OutboxEntry[] }) | undefined {
  const database = useDatabase();
  const state = useLiveQuery(() => readSyncState(database), [database]);
  const waiting = useLiveQuery(() => countWaiting(database), [database]);
  const toSettle = useLiveQuery(() => entriesToSettle(database), [database]);
  if (!state || waiting === undefined || !toSettle) return undefined;
  return { state, waiting, toSettle, attention: toSettle.length };
}
