import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, useContext, useMemo } from 'react';
import type { Database } from '#store/database/database';
import { readSyncState, type SyncState } from '#store/database/sync-state';
import type { Device, LastUser } from '#store/session/device';

/** Keeps an open database in step with the server; started and stopped with it. */
export interface Connection {
  /** Syncs now, if it can. */
  wake(): void;
  stop(): void;
}

export interface Session {
  /** `on_device`: somebody started here without a login, and nobody is signed in. */
  status: 'loading' | 'signed_out' | 'on_device' | 'signed_in';
  /** The signed-in user. */
  user: LastUser | null;
  /** Sample data; nobody has signed in. */
  demo?: true;
  /** What was entered here without a login waits: for the user's decision, or to be carried over. */
  carries?: true;
}

/** An open database, whose it is, and what keeps it in step. */
export interface Opened {
  user: LastUser;
  database: Database;
  connection: Connection;
  /** Resolves when nothing on this page uses the database any more. */
  closed: Promise<void>;
}

/** What the provider tells (holder/session-provider.tsx). `opened`: null until a database is open. */
export interface SessionState {
  device: Device;
  session: Session;
  opened: Opened | null;
}

export const SessionContext = createContext<SessionState | null>(null);

function useSessionContext() {
  const context = useContext(SessionContext);
  if (!context) throw new Error('no SessionProvider above');
  return context;
}

export function useSession(): Session {
  return useSessionContext().session;
}

/** Whether there are accounts to show: of the signed-in user, or of somebody who started here without a login. */
export function useHasData(): boolean {
  return useSessionContext().opened !== null;
}

/**
 * Whether a first pull is over, or cannot be had now. Always true without a login, because no server has the rows of
 * that user.
 */
export function useIsPulled(): boolean {
  const { session, opened } = useSessionContext();
  const needsServer = session.status === 'signed_in' && !session.demo;
  const database = opened?.database;
  const isPulled = useLiveQuery(
    async () => database !== undefined && isAtRest(await readSyncState(database)),
    [database],
  );
  return opened !== null && (!needsServer || (isPulled ?? false));
}

function isAtRest({ lastSyncedAt, phase }: SyncState): boolean {
  return lastSyncedAt !== null || (phase !== 'idle' && phase !== 'syncing');
}

/** What belongs to the device and not to one user. */
export function useDevice(): Device {
  return useSessionContext().device;
}

function useSignedIn(): Opened {
  const { opened } = useSessionContext();
  if (!opened) throw new Error('no data is open: only screens behind RequireSession may ask');
  return opened;
}

/** The database of the signed-in user, or of whoever started here. */
export function useDatabase(): Database {
  return useSignedIn().database;
}

/** The acting user, for commands. */
export function useActor(): { userId: string; email: string } {
  const { id, email } = useSignedIn().user;
  return useMemo(() => ({ userId: id, email }), [id, email]);
}

/** Resolves when nothing on this page uses the signed-in user's database any more. */
export function useClosed(): Promise<void> {
  return useSignedIn().closed;
}

/** Asks for a sync now. The result is in the sync state row. */
export function useSyncNow(): () => void {
  return useSignedIn().connection.wake;
}
