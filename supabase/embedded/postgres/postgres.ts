import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closeCluster, createCluster, type PostgresRelease } from './cluster.ts';
import { findPostgresFolder } from './postgres-binaries.ts';
import { chooseServerUser, runAs, type ServerUser } from './server-user.ts';
import { quietLog } from './session-settings.ts';

/** A running database server. It can be reached through a Unix socket only. */
export type PostgresServer = {
  /** The folder of the socket. Clients pass it as `host`. */
  socketFolder: string;
  /** The superuser's password; see `letRolesIn` for the other roles. */
  password: string;
  /** Resolves with a sentence when the server ends without having been asked to. */
  died: Promise<string>;
  stop(): Promise<void>;
};

export type PostgresOptions = {
  dataDir: string;
  /** Further server settings, for example `{ fsync: 'off' }` for throw-away test data. */
  settings?: Record<string, string>;
  /** Another PostgreSQL than ours. */
  release?: PostgresRelease;
};

const ourRelease = (): PostgresRelease => ({
  major: '17',
  folder: findPostgresFolder(),
  locale: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
});

const baseSettings: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  wal_level: 'logical', // postgres_changes reads the log, as hosted does
  max_wal_size: '512MB',
  timezone: 'UTC', // as hosted
  ...quietLog,
  log_checkpoints: 'off',
};

/**
 * The server's parent. The pipe on descriptor 3 closes when Node asks for it or dies. The parent then shuts PostgreSQL
 * down at once and cleanly.
 */
const supervisor = `
"$@" 3<&- &
server=$!
(read -r _ <&3; kill -INT "$server") &
watch=$!
wait "$server"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/** Starts PostgreSQL on `dataDir/postgres`, which it makes when absent. The caller holds the folder's lock. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const release = options.release ?? ourRelease();
  const cluster = clusterOf(options.dataDir);
  mkdirSync(options.dataDir, { recursive: true });
  const user = await chooseServerUser(cluster);
  createCluster(release, cluster, user);
  await stopStaleServer(cluster);
  const password = closeCluster(release, cluster, user, flags(baseSettings));
  const socketFolder = prepareSocketFolder(options.dataDir, user);
  const settings = {
    ...baseSettings,
    unix_socket_directories: socketFolder,
    ...options.settings,
  };
  const { command, ...identity } = runAs(
    user,
    [
      '/bin/sh',
      '-c',
      supervisor,
      'carryover-postgres',
      join(release.folder, 'bin/postgres'),
      '-D',
      cluster,
      ...flags(settings),
    ],
    [release.folder, cluster, socketFolder],
  );
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    ...identity,
    cwd: '/',
    detached: true, // Ctrl-C reaches only Node, which then stops the server in its own order
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const lastWords = rememberLastLines(child);
  const exited = once(child, 'exit');
  await waitUntilReady(child, cluster, lastWords);

  let stopping = false;
  const died = exited.then(([code]) =>
    stopping ? new Promise<never>(() => {}) : `PostgreSQL ended by itself (code ${code}). ${lastWords()}`,
  );
  return {
    socketFolder,
    password,
    died,
    async stop() {
      stopping = true;
      child.stdio[3]?.destroy();
      await exited;
    },
  };
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The folder with the files of this data folder's database. */
export function clusterOf(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

/**
 * The folder of the server's socket. Its path has at most 107 bytes, so a deep data folder uses the temporary folder.
 */
export function socketFolderOf(dataDir: string): string {
  const near = join(resolve(dataDir), 'run');
  if (Buffer.byteLength(near) <= 85) return near;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(tmpdir(), `carryover-${process.getuid?.() ?? 0}-${name}`);
}

function prepareSocketFolder(dataDir: string, user: ServerUser): string {
  const folder = socketFolderOf(dataDir);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 }); // fails when somebody else owns that folder
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * Ends a server that outlived its Node. Also removes the note of a server that is gone, whose process number may be
 * reused by now.
 */
async function stopStaleServer(cluster: string): Promise<void> {
  const note = join(cluster, 'postmaster.pid');
  const pid = Number(readLines(note)[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  for (let attempt = 0; attempt < 300 && isServerOf(pid, cluster); attempt += 1) {
    process.kill(pid, attempt < 200 ? 'SIGINT' : 'SIGQUIT');
    await delay(50);
  }
  if (isServerOf(pid, cluster)) throw new Error(`PostgreSQL ${pid} still works on ${cluster} and does not stop.`);
  rmSync(note, { force: true });
}

function isServerOf(pid: number, cluster: string): boolean {
  const args =
    process.platform === 'linux'
      ? readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
      : spawnSync('ps', ['-o', 'args=', '-p', String(pid)], {
          encoding: 'utf8',
        }).stdout;
  return args.includes(`-D ${cluster} `);
}

async function waitUntilReady(child: ChildProcess, cluster: string, lastWords: () => string): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt += 1) {
    // PostgreSQL writes its state for pg_ctl into the eighth line of this file.
    if (readLines(join(cluster, 'postmaster.pid'))[7]?.trim() === 'ready') return;
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start. ${lastWords()}`);
    await delay(10);
  }
  child.stdio[3]?.destroy();
  throw new Error(`PostgreSQL was not ready within a minute. ${lastWords()}`);
}

function rememberLastLines(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000);
  });
  return () => text.trim().split('\n').slice(-8).join('\n');
}

function readLines(path: string): string[] {
  return readText(path).split('\n');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
