import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Database, openDatabase, watchDatabase } from '#store/database/database';
import { type Device, type LastUser, readLastUser } from '#store/session/device';
import { sayHealth } from './storage-notice.ts';

/** Keeps an open database in step with the server; started and stopped with it. */
export interface Connection {
  /** Syncs now, if it can. */
  wake(): void;
  stop(): void;
}

export interface Session {
  status: 'loading' | 'signed_out' | 'signed_in';
  user: LastUser | null;
  /** Sample data; nobody has signed in. */
  demo?: true;
}

interface Opened {
  user: LastUser;
  database: Database;
  connection: Connection;
  /** Resolves when nothing on this page uses the database any more. */
  closed: Promise<void>;
}

interface Context {
  device: Device;
  session: Session;
  opened: Opened | null;
}

const SessionContext = createContext<Context | null>(null);

interface SessionProps {
  device: Device;
  connect: (database: Database) => Connection;
  children: ReactNode;
}

/**
 * The signed-in user is a row of the device's database. So every tab follows it, without network or unexpired token.
 * Each user has a separate database, which is open exactly while that user is signed in.
 */
export function SessionProvider({ device, connect, children }: SessionProps) {
  const known = useLastUser(device);
  const opened = useOpened(known?.user ?? null, connect);
  const value = useMemo((): Context => {
    if (!known) return { device, session: loading, opened: null };
    if (!known.user) return { device, session: signedOut, opened: null };
    if (opened?.user.id !== known.user.id) return { device, session: loading, opened: null };
    const session: Session = { status: 'signed_in', user: known.user };
    return { device, session, opened: { ...opened, user: known.user } };
  }, [device, known, opened]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The same for the demo, whose user is not stored on the device. */
export function DemoSessionProvider({ device, user, connect, children }: SessionProps & { user: LastUser }) {
  const opened = useOpened(user, connect);
  const value = useMemo((): Context => {
    const session: Session = opened ? { status: 'signed_in', user, demo: true } : loading;
    return { device, session, opened };
  }, [device, user, opened]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The signed-in user; undefined until the first read. */
function useLastUser(device: Device): { user: LastUser | null } | undefined {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // A live query would wait for ever for a database that cannot be opened.
  useEffect(() => {
    device.open().catch((error: unknown) => setFailure({ error }));
  }, [device]);
  const known = useLiveQuery(async () => ({ user: await readLastUser(device) }), [device]);
  if (failure) throw failure.error;
  return known;
}

const loading: Session = { status: 'loading', user: null };
const signedOut: Session = { status: 'signed_out', user: null };

function useOpened(user: LastUser | null, connect: (database: Database) => Connection): Opened | null {
  const [state, setState] = useState<{ opened: Opened } | { error: unknown } | null>(null);
  const userId = user?.id;
  const email = user?.email;
  useEffect(() => {
    if (userId === undefined || email === undefined) return;
    let left = false;
    let close = () => {};
    openDatabase(userId).then(
      (database) => {
        if (left) return database.close();
        const connection = connect(database);
        const unwatch = watchDatabase(database, sayHealth);
        const { promise: closed, resolve } = Promise.withResolvers<void>();
        close = () => {
          unwatch();
          connection.stop();
          database.close();
          resolve();
        };
        setState({ opened: { user: { id: userId, email }, database, connection, closed } });
      },
      (error: unknown) => setState({ error }),
    );
    return () => {
      left = true;
      setState(null);
      close();
    };
  }, [userId, email, connect]);
  // Thrown to the boundary around the app: without storage there is no app.
  if (state && 'error' in state) throw state.error;
  return state?.opened ?? null;
}

function useSessionContext() {
  const context = useContext(SessionContext);
  if (!context) throw new Error('no SessionProvider above');
  return context;
}

export function useSession(): Session {
  return useSessionContext().session;
}

/** What belongs to the device and not to one user. */
export function useDevice(): Device {
  return useSessionContext().device;
}

function useSignedIn(): Opened {
  const { opened } = useSessionContext();
  if (!opened) throw new Error('nobody is signed in: only screens behind RequireSession may ask');
  return opened;
}

/** The signed-in user's database. */
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
