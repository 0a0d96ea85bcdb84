import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { readSyncState } from '#store/database/sync-state';
import { useDatabase } from '../session.ts';

/** How long to wait for a sync that has not begun, in milliseconds. After that the user goes on without it. */
const PATIENCE = 2000;

/** Whether accounts of this user may be on their way to a device that never synced. Always false without a network. */
export function useFirstPull(): boolean {
  const db = useDatabase();
  const state = useLiveQuery(() => readSyncState(db), [db]);
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (!state) return true;
  if (state.lastSyncedAt !== null) return false;
  return state.phase === 'syncing' || (state.phase === 'idle' && patient);
}
