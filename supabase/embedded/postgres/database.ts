import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { readPassword } from './cluster.ts';
import { readDatabaseUrl, type Surroundings } from './database-url.ts';
import { clusterOf, socketFolderOf, startPostgres } from './postgres.ts';
import { quietLog, reliedOn } from './session-settings.ts';
import { refuseUnsafe } from './unsafe-database.ts';

/** Roles that the backend connects as. The administrator exists from the start; migrate.ts makes the others. */
const otherRoles = ['embedded_api', 'authenticator'] as const;
type ServerRole = 'supabase_admin' | (typeof otherRoles)[number];

type ClientOptions = Options<Record<string, PostgresType>>;

/** The database of one backend: our own server or somebody else's. */
export type Database = {
  /** Options of a postgres.js client in that role. `session` holds settings of its sessions (`statement_timeout`). */
  options(role: ServerRole, session?: Record<string, string>): ClientOptions;
  connect(role: ServerRole, extra?: ClientOptions, session?: Record<string, string>): Sql;
  /** Call it before anything is changed. Throws UnsafeDatabase. */
  refuseUnsafe(superuser: Sql): Promise<void>;
  /** Gives the other roles the password that they connect with. Call it once the roles exist. */
  letRolesIn(superuser: Sql): Promise<void>;
  /** Resolves when the server has ended by itself. */
  died: Promise<string>;
  stop(): Promise<void>;
};

/** Starts the embedded server on `dataDir`. */
export async function openEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<Database> {
  const { socketFolder, password, died, stop } = await startPostgres({ dataDir, settings });
  return { ...reachThrough(socketFolder, password), died, stop };
}

/** The server that another process runs on `dataDir`. Stopping leaves it alone. */
export function joinEmbedded(dataDir: string): Database {
  const way = reachThrough(socketFolderOf(dataDir), readPassword(clusterOf(dataDir)));
  return { ...way, died: new Promise(() => {}), stop: async () => {} };
}

function reachThrough(socketFolder: string, password: string): Omit<Database, 'died' | 'stop'> {
  const options = (role: ServerRole, session: Record<string, string> = {}): ClientOptions => ({
    ...base,
    host: socketFolder,
    database: 'postgres',
    user: role,
    password,
    connection: session,
  });
  return {
    options,
    connect: (role, extra, session) => postgres({ ...options(role, session), ...extra }),
    refuseUnsafe: async () => {}, // we made it, and nobody else gets in
    letRolesIn: (superuser) => letRolesIn(superuser, password),
  };
}

/** All roles share one password, because somebody who knows the superuser's needs no other. */
export async function letRolesIn(superuser: Sql, password: string): Promise<void> {
  for (const role of otherRoles) await superuser.unsafe(`alter role ${role} password '${password}'`);
}

/**
 * Uses the PostgreSQL at `url`. Its user must be a superuser: roles are made, and connections change to them. Throws
 * DatabaseUrlRefused. `warn` hears what its owner should change.
 */
export function openExternal(url: string, { warn = warnOnConsole, ...where }: Surroundings = {}): Database {
  const address = readDatabaseUrl(url, { ...where, warn });
  const options = (role: ServerRole, session: Record<string, string> = {}): ClientOptions => ({
    ...base,
    ...address,
    connection: {
      ...reliedOn,
      ...quietLog,
      ...session,
      // The administrator's own connections stay the URL's user.
      role: role === 'supabase_admin' ? 'none' : role,
    },
  });
  return {
    options,
    connect: (role, extra, session) => postgres({ ...options(role, session), ...extra }),
    refuseUnsafe: (superuser) => refuseUnsafe(superuser, warn),
    letRolesIn: async () => {}, // all roles connect as the URL's user
    died: new Promise(() => {}),
    stop: async () => {},
  };
}

const base = { onnotice: () => {}, connect_timeout: 10 };

function warnOnConsole(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
