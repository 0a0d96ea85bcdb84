import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { socketFolderOf, startPostgres } from './postgres.ts';

/** Roles under which the backend itself connects. */
type ServerRole = 'supabase_admin' | 'embedded_api' | 'authenticator';

type ClientOptions = Options<Record<string, PostgresType>>;

/** The database of one backend, our own server or somebody else's. */
export type Database = {
  /** Options of a postgres.js client in that role; `session` are settings of its sessions (`statement_timeout`). */
  options(role: ServerRole, session?: Record<string, string>): ClientOptions;
  connect(role: ServerRole, extra?: ClientOptions, session?: Record<string, string>): Sql;
  /** Resolves when the server ended by itself. */
  died: Promise<string>;
  stop(): Promise<void>;
};

/** Starts the embedded server on `dataDir`. */
export async function openEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<Database> {
  const { socketFolder, died, stop } = await startPostgres({ dataDir, settings });
  return { ...reachThrough(socketFolder), died, stop };
}

/** The server that another process runs on `dataDir`; stopping leaves it alone. */
export function joinEmbedded(dataDir: string): Database {
  return { ...reachThrough(socketFolderOf(dataDir)), died: new Promise(() => {}), stop: async () => {} };
}

function reachThrough(socketFolder: string): Pick<Database, 'options' | 'connect'> {
  const options = (role: ServerRole, session: Record<string, string> = {}): ClientOptions => ({
    ...base,
    host: socketFolder,
    database: 'postgres',
    user: role,
    connection: session,
  });
  return { options, connect: (role, extra, session) => postgres({ ...options(role, session), ...extra }) };
}

/** Uses the PostgreSQL at `url`, whose user has to be a superuser: roles are made, and connections change to them. */
export function openExternal(url: string): Database {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const options = (role: ServerRole, session: Record<string, string> = {}): ClientOptions => ({
    ...base,
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    ssl: searchParams.get('sslmode') === 'require' ? 'require' : false,
    // The administrator's own connections stay the URL's user.
    connection: role === 'supabase_admin' ? session : { ...session, role },
  });
  return {
    options,
    connect: (role, extra, session) => postgres({ ...options(role, session), ...extra }),
    died: new Promise(() => {}),
    stop: async () => {},
  };
}

const base = { onnotice: () => {}, connect_timeout: 10 };
