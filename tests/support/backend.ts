import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import * as v from 'valibot';
import type { Claims } from '../../supabase/embedded/auth/jwt.ts';
import type { Backend, BackendOptions } from '../../supabase/embedded/backend-options.ts';
import { scaleLimits } from '../../supabase/embedded/http/rate-limit.ts';
import { joinEmbedded, letRolesIn } from '../../supabase/embedded/postgres/database.ts';
import { migrate } from '../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../supabase/embedded/postgres/postgres.ts';
import { runAs, type ServerUser } from '../../supabase/embedded/postgres/server-user.ts';
import { readRequestSettings } from '../../supabase/embedded/rest/request-settings.ts';
import { loadSecrets } from '../../supabase/embedded/secrets.ts';
import { startBackend } from '../../supabase/embedded/start.ts';
import { postgres15 } from './postgres-15.ts';
import { copyPreparedData } from './prepared-data.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A real PostgreSQL with our migrations, on its own folder, which is deleted with it. */
export type TestDatabase = {
  /** A superuser's connection, to arrange and to look. Tests of rights do not use it. */
  sql: Sql;
  /** Makes a confirmed user as the auth service would; returns the id. */
  createUser(email: string, id?: string): Promise<string>;
  /**
   * A connection that acts as this signed-in user (role `authenticated`, JWT claims set), as the table API does. It is
   * one connection, so that `begin`/`commit` and locks work. Concurrent users take one each.
   */
  connectAs(userId: string, email: string): Promise<Sql>;
  /** A connection without a signed-in user (role `anon`). */
  connectAnonymously(): Promise<Sql>;
  /** A superuser's connection of its own, of which somebody reads the notices. */
  connectAsSuperuser(readNotice: (message: string) => void): Sql;
  stop(): Promise<void>;
};

/** Test data need not survive a power cut. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Has the time limits of a request of the table API. Limits on invitations are off, because few people do a lot in a
 * test.
 */
export async function startDatabase(options: { migrations?: string } = {}): Promise<TestDatabase> {
  const dataDir = await makeDataDir();
  // The project `crowded` of vite.config.ts runs the same tests among 250,000 rows of strangers.
  const { CROWDED_TEMPLATE: template } = process.env;
  // The copy keeps the owners of files, because the database server may run as another user.
  const release = process.env.POSTGRES_RELEASE === '15' ? '15' : '17';
  if (template !== undefined && options.migrations === undefined) {
    await promisify(execFile)('cp', ['-a', join(template, 'postgres'), dataDir]);
  } else if (options.migrations === undefined) {
    await copyPreparedData(dataDir, release);
  }
  // The project `postgres15` of vite.config.ts runs the same tests on the older release.
  const older = release === '15' ? { release: postgres15() } : {};
  const server = await startPostgres({ dataDir, settings: throwAway, ...older });
  const base = {
    host: server.socketFolder,
    password: server.password,
    database: 'postgres',
    onnotice: () => {},
  };
  const sql = postgres({ ...base, user: 'supabase_admin', max: 4 });
  const open: Sql[] = [sql];
  await migrate(sql, options.migrations);
  await letRolesIn(sql, server.password);
  if (options.migrations === undefined)
    await sql`update private.server set invitations_an_hour = 100000, invitations_an_address = 100000`;

  const requestSettings = await readRequestSettings(sql);

  const connect = async (claims: Claims): Promise<Sql> => {
    const connection = postgres({
      ...base,
      user: 'authenticator',
      max: 1,
      max_lifetime: null,
    });
    open.push(connection);
    const settings = {
      ...requestSettings(claims.role),
      role: claims.role,
      'request.jwt.claims': JSON.stringify(claims),
    };
    await connection`select set_config(name, value, false)
      from jsonb_each_text(${connection.json(settings)}) as s (name, value)`;
    return connection;
  };

  return {
    sql,
    async createUser(email, id = crypto.randomUUID()) {
      await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
      return id;
    },
    connectAs: (userId, email) => connect({ sub: userId, email, role: 'authenticated' }),
    connectAnonymously: () => connect({ role: 'anon' }),
    connectAsSuperuser(readNotice) {
      const onnotice = ({ message }: { message?: string }) => readNotice(message ?? '');
      const connection = postgres({ ...base, user: 'supabase_admin', max: 1, onnotice });
      open.push(connection);
      return connection;
    },
    async stop() {
      await Promise.all(open.map((connection) => connection.end({ timeout: 1 })));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new folder for a backend's data. If tests run as root, the database server's user may enter it. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(temporaryFolder(), 'co-'));
  await chmod(folder, 0o711);
  return folder;
}

/** A new folder with the data of an install that was started before. A backend starts on it in a third of the time. */
export async function makeInstall(): Promise<string> {
  const folder = await makeDataDir();
  await copyPreparedData(folder, '17');
  return folder;
}

export type TestBackend = Backend & { dataDir: string };

/**
 * The whole backend in this process, on a free port. Unless `dataDir` is given, it has its own folder, which is deleted
 * with it. Limits on signing in are a hundred times higher, because all test users share an address.
 */
export async function startTestBackend(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const isPrepared = options.dataDir === undefined && options.databaseUrl === undefined && !options.migrationsDir;
  if (isPrepared) await copyPreparedData(dataDir, '17');
  const backend = await startBackend({
    port: 0,
    authLimits: scaleLimits(100),
    addressFactor: 100,
    databaseSettings: throwAway,
    log: () => {},
    ...options,
    dataDir,
  });
  // Two installs have never the same epoch.
  if (isPrepared) await backend.sql`select public.change_epoch()`;
  return {
    ...backend,
    dataDir,
    async stop() {
      await backend.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The program of `npm start` as a separate process. A test can kill it and start it again on the same folder and port.
 */
export type SpawnedBackend = {
  url: string;
  port: number;
  dataDir: string;
  anonKey: string;
  serviceRoleKey: string;
  process: ChildProcess;
  /** Everything that it printed so far, on both streams. */
  output(): string;
  /** Opens a superuser's connection, a new one for each call. The caller ends it. */
  connect(): Sql;
  /** Kills the process, as a power cut does. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop (SIGTERM); resolves with its exit code. The data stays. */
  stop(): Promise<number | null>;
};

export type SpawnOptions = {
  dataDir: string;
  port?: number;
  appDir?: string;
  env?: Record<string, string>;
  /** The user to run as, if not the user who runs the tests. */
  user?: ServerUser;
  /** A copy of main.ts in another place. */
  program?: string;
};

const Package = v.pipe(v.string(), v.parseJson(), v.object({ scripts: v.object({ start: v.string() }) }));

const { start } = v.parse(Package, readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).scripts;

/** What `npm start` tells Node besides the program: `… || node <options> <program>`. */
export const nodeOptions = start
  .replace(/.* \|\| /, '')
  .split(' ')
  .slice(1, -1);

/** What `npm start` tells the C library about memory: `export <name>=<number> … && …`. */
export const memorySettings: Record<string, string> = Object.fromEntries(
  [...start.matchAll(/\b(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
);

const mainProgram = fileURLToPath(new URL('../../supabase/embedded/main.ts', import.meta.url));

/** Resolves when it serves. If it ends before, rejects with what it printed. */
export async function spawnBackend(options: SpawnOptions): Promise<SpawnedBackend> {
  const { dataDir, program = mainProgram } = options;
  const folders = [dirname(process.execPath), dirname(program), dataDir];
  const { command, ...identity } = runAs(options.user ?? null, [process.execPath, ...nodeOptions, program], folders);
  const [executable = '', ...args] = command;
  const child = spawn(executable, args, {
    ...identity,
    env: {
      PATH: process.env.PATH,
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      APP_DIR: options.appDir ?? join(dataDir, 'no-app'),
      AUTH_LIMIT_FACTOR: '100',
      LITE_AUTH_BCRYPT_COST: '4',
      NODE_COMPILE_CACHE: join(tmpdir(), `carryover-compiled-${process.getuid?.() ?? 0}`),
      ...memorySettings,
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
    connect: () => joinEmbedded(dataDir).connect('supabase_admin'),
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
