import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { migrate } from '../../supabase/embedded/migrate.ts';
import { socketFolderOf, startPostgres } from '../../supabase/embedded/postgres.ts';
import { scaleLimits } from '../../supabase/embedded/rate-limit.ts';
import { loadSecrets } from '../../supabase/embedded/secrets.ts';
import { runAs, type ServerUser } from '../../supabase/embedded/server-user.ts';
import { type Backend, type BackendOptions, startBackend } from '../../supabase/embedded/start.ts';
import { postgres15 } from './postgres-15.ts';

/** A real PostgreSQL with our migrations, on a folder of its own that goes with it. */
export type TestDatabase = {
  /** Superuser: for arranging and for looking, not for what a test proves about rights. */
  sql: Sql;
  /** Makes a confirmed user as the auth service would; returns the id. */
  createUser(email: string, id?: string): Promise<string>;
  /**
   * A connection that acts as this signed-in user (role `authenticated`, JWT claims set), as the table API does.
   * One connection, so that `begin`/`commit` and locks behave; concurrent users take one each.
   */
  connectAs(userId: string, email: string): Promise<Sql>;
  /** A connection without a signed-in user (role `anon`). */
  connectAnonymously(): Promise<Sql>;
  stop(): Promise<void>;
};

/** Test data need not survive a power cut. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Limits on inviting are out of the way, for few people do much in a test. */
export async function startDatabase(options: { migrations?: string } = {}): Promise<TestDatabase> {
  const dataDir = await makeDataDir();
  // The project `postgres15` of vite.config.ts runs the same tests on the older release.
  const older = process.env.POSTGRES_RELEASE === '15' ? { release: postgres15() } : {};
  const server = await startPostgres({ dataDir, settings: throwAway, ...older });
  const base = {
    host: server.socketFolder,
    database: 'postgres',
    onnotice: () => {},
  };
  const sql = postgres({ ...base, user: 'supabase_admin', max: 4 });
  const open: Sql[] = [sql];
  await migrate(sql, options.migrations);
  if (options.migrations === undefined)
    await sql`update private.server set invitations_an_hour = 100000, invitations_an_address = 100000`;

  const connect = async (role: string, claims: Record<string, string>): Promise<Sql> => {
    const connection = postgres({
      ...base,
      user: 'authenticator',
      max: 1,
      max_lifetime: null,
    });
    open.push(connection);
    await connection`select set_config('role', ${role}, false),
      set_config('request.jwt.claims', ${JSON.stringify(claims)}, false)`;
    return connection;
  };

  return {
    sql,
    async createUser(email, id = crypto.randomUUID()) {
      await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
      return id;
    },
    connectAs: (userId, email) => connect('authenticated', { sub: userId, email, role: 'authenticated' }),
    connectAnonymously: () => connect('anon', { role: 'anon' }),
    async stop() {
      await Promise.all(open.map((connection) => connection.end({ timeout: 1 })));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A fresh folder for a backend's data, which the database server's user may enter when tests run as root. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'co-'));
  await chmod(folder, 0o711);
  return folder;
}

export type TestBackend = Backend & { dataDir: string };

/**
 * The whole backend in this process, on a free port and a folder of its own that goes with it (unless `dataDir` is
 * given). Limits on signing in are a hundred times as wide, for all test users share an address.
 */
export async function startTestBackend(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const backend = await startBackend({
    port: 0,
    authLimits: scaleLimits(100),
    databaseSettings: throwAway,
    log: () => {},
    ...options,
    dataDir,
  });
  return {
    ...backend,
    dataDir,
    async stop() {
      await backend.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** `npm start`'s program as a process of its own, which can be killed and started again on the same folder and port. */
export type SpawnedBackend = {
  url: string;
  port: number;
  dataDir: string;
  anonKey: string;
  serviceRoleKey: string;
  process: ChildProcess;
  /** Everything it printed so far, on both streams. */
  output(): string;
  /** A superuser's connection, made anew by each call; the caller ends it. */
  connect(): Sql;
  /** As a power cut ends it, for this process: nothing gets to say goodbye. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop (SIGTERM); resolves with its exit code. The data stays. */
  stop(): Promise<number | null>;
};

export type SpawnOptions = {
  dataDir: string;
  port?: number;
  appDir?: string;
  env?: Record<string, string>;
  /** Whom it runs for, when not for whoever runs the tests. */
  user?: ServerUser;
  /** A copy of main.ts elsewhere. */
  program?: string;
};

const mainProgram = fileURLToPath(new URL('../../supabase/embedded/main.ts', import.meta.url));

/** Resolves when it serves; rejects with what it printed when it ends before. */
export async function spawnBackend(options: SpawnOptions): Promise<SpawnedBackend> {
  const { dataDir, program = mainProgram } = options;
  const folders = [dirname(process.execPath), dirname(program), dataDir];
  const { command, ...identity } = runAs(options.user ?? null, [process.execPath, program], folders);
  const [executable = '', ...args] = command;
  const child = spawn(executable, args, {
    ...identity,
    env: {
      PATH: process.env.PATH,
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      APP_DIR: options.appDir ?? join(dataDir, 'no-app'),
      AUTH_LIMIT_FACTOR: '100',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  const output = collectOutput(child);
  const url = await readAddress(child, output);
  const { publishableKey, secretKey } = await loadSecrets(dataDir);
  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    anonKey: publishableKey,
    serviceRoleKey: secretKey,
    process: child,
    output,
    connect: () =>
      postgres({ host: socketFolderOf(dataDir), database: 'postgres', user: 'supabase_admin', onnotice: () => {} }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

function readAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const url = /open at (http\S+)/.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    });
    child.on('close', (code) => reject(new Error(`The backend ended with code ${code}: ${output()}`)));
  });
}
