import { useLiveQuery } from 'dexie-react-hooks';
import { readSyncState } from '#store/database/sync-state';
import { useDatabase } from '../session/session.tsx';

/** When this device synced last: what the server has since then may stand otherwise on it. Null until it was read. */
export function useLastSync(): string | null {
  const database = useDatabase();
  return useLiveQuery(async () => (await readSyncState(database)).lastSyncedAt, [database]) ?? null;
}
