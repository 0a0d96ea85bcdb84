import { useLiveQuery } from 'dexie-react-hooks';
import { readPersistence } from '#store/database/persistence';
import { countUnreadable } from '#store/queries/sync/unreadable';
import { useDatabase } from '../../session/session.ts';

/** What this device knows of the data on it. */
export interface DeviceFacts {
  /** The browser's promise to keep it, or null when nobody has asked. */
  persistence: Awaited<ReturnType<typeof readPersistence>>;
  /** How many entries of the server this version cannot read. */
  unreadable: number;
}

/** Undefined until the first read. Both are read at once: what came later would move the details below. */
export function useDeviceFacts(): DeviceFacts | undefined {
  const database = useDatabase();
  return useLiveQuery(async () => {
    const [persistence, unreadable] = await Promise.all([readPersistence(database), countUnreadable(database)]);
    return { persistence, unreadable };
  }, [database]);
}
