import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { readSyncState, type SyncState } from '#store/database/sync-state';
import { useDatabase, useSession } from '../../session/session.ts';
import { useOnline } from '../../session/use-online.ts';

/** How long the phase of an earlier visit may still be stored, in milliseconds. */
const STALE_MS = 3000;
/** How long a sync may take to begin, or to end. Then this device goes on by itself. */
const PATIENCE_MS = 30_000;

/**
 * Whether this device has pulled since the page started, or cannot: it is offline, no server answers, or there is no
 * login. `pageStart`: a pull that is older may lack what others have added since. ISO.
 */
export function useHasPulled(pageStart: string): boolean {
  const db = useDatabase();
  const { status, demo } = useSession();
  const online = useOnline();
  const state = useLiveQuery(() => readSyncState(db), [db]);
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timers = [STALE_MS, PATIENCE_MS].map((ms) => setTimeout(() => setWaited(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  if (status !== 'signed_in' || demo || !online) return true;
  return state !== undefined && (hasPulled(state, pageStart) || cannotPull(state, waited));
}

function hasPulled({ lastSyncedAt }: SyncState, pageStart: string): boolean {
  return lastSyncedAt !== null && lastSyncedAt >= pageStart;
}

function cannotPull({ phase, backfill }: SyncState, waited: number): boolean {
  if (phase === 'idle' || phase === 'syncing') return backfill === null && waited >= PATIENCE_MS;
  return waited >= STALE_MS;
}
