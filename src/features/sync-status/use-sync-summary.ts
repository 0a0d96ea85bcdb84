import { useLiveQuery } from 'dexie-react-hooks';
import type { OutboxEntry } from '#store/outbox';
import { readSyncSummary } from '#store/queries/sync-summary';
import { useDatabase } from '../session/session.tsx';
import type { SyncSummary } from './sync-wording.ts';

/** Undefined until the first read. */
export function useSyncSummary(): (SyncSummary & { toSettle: OutboxEntry[] }) | undefined {
  const database = useDatabase();
  const summary = useLiveQuery(() => readSyncSummary(database), [database]);
  return summary && { ...summary, attention: summary.toSettle.length };
}
