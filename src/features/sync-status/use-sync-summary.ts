import { useLiveQuery } from 'dexie-react-hooks';
import type { Notice } from '#domain/mutations/notices';
import type { OutboxEntry } from '#store/database/records';
import { readNotices } from '#store/queries/entries/notices';
import { readSyncSummary } from '#store/queries/sync/sync-summary';
import { useDatabase } from '../../session/session.ts';
import { useOnline } from '../../session/use-online.ts';
import type { SyncSummary } from './sync-summary.ts';

export interface FullSyncSummary extends SyncSummary {
  /** Entries that the user has to settle. */
  toSettle: OutboxEntry[];
  /** What others' later actions did to the user's. */
  notices: Notice[];
}

/**
 * Undefined until the first read. The browser reports a lost connection before a call fails; from then on nothing is up
 * to date.
 */
export function useSyncSummary(): FullSyncSummary | undefined {
  const database = useDatabase();
  const summary = useLiveQuery(() => readSyncSummary(database), [database]);
  // Read apart, because the summary is read again after every entry.
  const notices = useLiveQuery(() => readNotices(database), [database]);
  const online = useOnline();
  if (!summary || !notices) return undefined;
  const { state, toSettle } = summary;
  const cutOff = !online && (state.phase === 'idle' || state.phase === 'syncing');
  const attention = toSettle.length + notices.length;
  return { ...summary, notices, state: cutOff ? { ...state, phase: 'offline' } : state, attention };
}
