import { useLiveQuery } from 'dexie-react-hooks';
import type { OutboxEntry } from '#store/outbox';
import { readSyncSummary } from '#store/queries/sync-summary';
import { useOnline } from '../auth/use-online.ts';
import { useDatabase } from '../session/session.tsx';
import type { SyncSummary } from './sync-headline.ts';

/**
 * Undefined until the first read. That the connection went is told by the browser before a call fails: nothing is up to date
 * from then on.
 */
export function useSyncSummary(): (SyncSummary & { toSettle: OutboxEntry[] }) | undefined {
  const database = useDatabase();
  const summary = useLiveQuery(() => readSyncSummary(database), [database]);
  const online = useOnline();
  if (!summary) return undefined;
  const { state, toSettle } = summary;
  const cutOff = !online && (state.phase === 'idle' || state.phase === 'syncing');
  return { ...summary, state: cutOff ? { ...state, phase: 'offline' } : state, attention: toSettle.length };
}
