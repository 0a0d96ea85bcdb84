import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Database, DEMO_USER_ID, openDatabase } from '#store/database/database';
import type { Device, LastUser } from '#store/session/device';
import { takeHandedDrafts } from '../drafts/handed-drafts.ts';
import { type Connection, type Opened, type Session, SessionContext, type SessionState } from '../session.ts';
import { tellIfRemoved } from '../storage/removed-here.ts';
import { followHealth } from '../storage/storage-health.ts';
import { type Holder, readHolder } from './holder.ts';

/** `isLocal`: no server knows the database's user. */
type Connect = (database: Database, isLocal: boolean) => Connection;

/** Loads and reads what the first screen shows. It does not fail: what it could not read, the screen reads. */
type Prepare = (database: Database, user: LastUser) => Promise<void>;

interface SessionProps {
  device: Device;
  connect: Connect;
  /** The data counts as open only when it is done, so that the first screen is drawn once. */
  prepare?: Prepare;
  children: ReactNode;
}

/**
 * The signed-in user is a row of the device's database. So every tab follows it, without network or unexpired token.
 * Each user has a separate database, which is open exactly while that user is signed in. The database of somebody
 * without a login is open while nobody is.
 */
export function SessionProvider({ device, connect, prepare, children }: SessionProps) {
  const known = useHolder(device);
  const opened = useOpened(known?.holder ?? null, connect, known?.isLocal ?? false, prepare);
  const value = useMemo((): SessionState => {
    if (!known) return { device, session: loading, opened: null };
    const { holder, isLocal, carries } = known;
    if (!holder) return { device, session: signedOut, opened: null };
    if (opened?.user.id !== holder.id) return { device, session: loading, opened: null };
    if (isLocal) return { device, session: onDevice, opened };
    const session: Session = { status: 'signed_in', user: holder, ...(carries && { carries }) };
    return { device, session, opened: { ...opened, user: holder } };
  }, [device, known, opened]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The same for the demo, whose user is not stored on the device. */
export function DemoSessionProvider({ device, user, connect, children }: SessionProps & { user: LastUser }) {
  const opened = useOpened(user, connect, true);
  const value = useMemo((): SessionState => {
    const session: Session = opened ? { status: 'signed_in', user, demo: true } : loading;
    return { device, session, opened };
  }, [device, user, opened]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Undefined until the first read. */
function useHolder(device: Device): Holder | undefined {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // A live query would wait for ever for a database that cannot be opened.
  useEffect(() => {
    device.open().catch((error: unknown) => setFailure({ error }));
  }, [device]);
  const known = useLiveQuery(() => readHolder(device), [device]);
  if (failure) throw failure.error;
  return known;
}

const loading: Session = { status: 'loading', user: null };
const signedOut: Session = { status: 'signed_out', user: null };
const onDevice: Session = { status: 'on_device', user: null };

function useOpened(user: LastUser | null, connect: Connect, isLocal: boolean, prepare?: Prepare): Opened | null {
  const [state, setState] = useState<{ opened: Opened } | { error: unknown } | null>(null);
  const userId = user?.id;
  const email = user?.email;
  useEffect(() => {
    if (userId === undefined || email === undefined) return;
    let left = false;
    let close = () => {};
    const isStarted = isLocal && userId !== DEMO_USER_ID;
    const open = async () => {
      if (isStarted && (await tellIfRemoved(userId))) return null;
      const database = await openDatabase(userId);
      await takeHandedDrafts(database);
      await prepare?.(database, { id: userId, email });
      return database;
    };
    open().then(
      (database) => {
        if (!database) return;
        if (left) return database.close();
        const connection = connect(database, isLocal);
        const unwatch = followHealth(database, isStarted, (error) => setState({ error }));
        const { promise: closed, resolve } = Promise.withResolvers<void>();
        close = () => {
          unwatch();
          connection.stop();
          database.close();
          resolve();
        };
        setState({ opened: { user: { id: userId, email }, database, connection, closed } });
      },
      // Where nobody waits for it any more, a database that does not open is nobody's fault.
      (error: unknown) => {
        if (!left) setState({ error });
      },
    );
    return () => {
      left = true;
      setState(null);
      close();
    };
  }, [userId, email, connect, isLocal, prepare]);
  // Thrown to the boundary around the app: without storage there is no app.
  if (state && 'error' in state) throw state.error;
  return state?.opened ?? null;
}
