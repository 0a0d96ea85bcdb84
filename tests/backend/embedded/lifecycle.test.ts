import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FolderInUse } from '../../../supabase/embedded/folder-lock.ts';
import { chooseServerUser } from '../../../supabase/embedded/postgres/server-user.ts';
import {
  makeDataDir,
  makeInstall,
  type SpawnedBackend,
  type SpawnOptions,
  spawnBackend,
  startTestBackend,
} from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

const folders: string[] = [];
const running: SpawnedBackend[] = [];

async function newFolder(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

/** Without the seconds of a first start. */
async function newInstall(): Promise<string> {
  const folder = await makeInstall();
  folders.push(folder);
  return folder;
}

async function start(options: SpawnOptions): Promise<SpawnedBackend> {
  const backend = await spawnBackend(options);
  running.push(backend);
  return backend;
}

afterEach(async () => {
  for (const backend of running.splice(0)) if (isAlive(backend.process.pid)) await backend.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const isHealthy = async (backend: { url: string }) => (await fetch(`${backend.url}/healthz`)).status === 200;

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function readServerPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function remember(backend: SpawnedBackend): Promise<void> {
  const sql = backend.connect();
  await sql`create table if not exists public.kept (line text)`;
  await sql`insert into public.kept values ('written before')`;
  await sql.end();
}

async function recall(backend: SpawnedBackend): Promise<unknown[]> {
  const sql = backend.connect();
  const rows = await sql`select line from public.kept`;
  await sql.end();
  return [...rows];
}

test('starts on an empty folder, serves, and stops cleanly when asked', async () => {
  const backend = await start({ dataDir: await newFolder() });
  expect(await isHealthy(backend)).toBe(true);
  const server = await readServerPid(backend.dataDir);
  expect(await backend.stop()).toBe(0);
  expect(isAlive(server)).toBe(false);
});

test('runs for an ordinary user', async () => {
  const dataDir = await newFolder();
  const user = await chooseServerUser(join(dataDir, 'postgres')); // null: this test is an ordinary user already
  if (user) await chown(dataDir, user.uid, user.gid);
  const backend = await start({ dataDir, user });
  expect(await isHealthy(backend)).toBe(true);
  expect(await backend.stop()).toBe(0);
});

test('runs in a folder whose parent is closed to everybody else', async () => {
  const parent = await newFolder();
  await chmod(parent, 0o700);
  const dataDir = join(parent, 'data');
  await rename(await newInstall(), dataDir);
  const backend = await start({ dataDir });
  expect(await isHealthy(backend)).toBe(true);
  expect(await backend.stop()).toBe(0);
});

test('runs in a folder that is too deep for a socket', async () => {
  const dataDir = join(await newFolder(), 'deep'.repeat(30));
  await rename(await newInstall(), dataDir);
  const backend = await start({ dataDir });
  expect(await isHealthy(backend)).toBe(true);
  expect(await backend.stop()).toBe(0);
});

test('refuses a second instance on the same folder with a message, and the first goes on', async () => {
  const backend = await start({ dataDir: await newInstall() });
  await expect(spawnBackend({ dataDir: backend.dataDir })).rejects.toThrow(/already running on the data folder/);
  await expect(startTestBackend({ dataDir: backend.dataDir })).rejects.toThrow(FolderInUse);
  expect(await isHealthy(backend)).toBe(true);
});

test('leaves no database server behind when it is killed, and starts again with everything written', async () => {
  const first = await start({ dataDir: await newInstall() });
  await remember(first);
  const server = await readServerPid(first.dataDir);
  await first.kill();
  await expect.poll(() => isAlive(server), { timeout: 10_000 }).toBe(false);
  const second = await start({ dataDir: first.dataDir, port: first.port });
  expect(second.url).toBe(first.url);
  expect(second.anonKey).toBe(first.anonKey);
  expect(await recall(second)).toEqual([{ line: 'written before' }]);
});

test('starts at once on the same folder and port after being killed, without waiting for anything', async () => {
  const first = await start({ dataDir: await newInstall() });
  await remember(first);
  await first.kill();
  const second = await start({ dataDir: first.dataDir, port: first.port });
  expect(await recall(second)).toEqual([{ line: 'written before' }]);
});

test('stops a database server that outlived both its Node and its supervisor', async () => {
  const first = await start({ dataDir: await newInstall() });
  await remember(first);
  const server = await readServerPid(first.dataDir);
  process.kill(await readParent(server), 'SIGKILL');
  await first.kill();
  const second = await start({ dataDir: first.dataDir, port: first.port });
  expect(await readServerPid(first.dataDir)).not.toBe(server);
  expect(await recall(second)).toEqual([{ line: 'written before' }]);
});

test('is not misled by a note that names a process of somebody else', async () => {
  const first = await start({ dataDir: await newInstall() });
  const note = join(first.dataDir, 'postgres/postmaster.pid');
  const text = await readFile(note, 'utf8');
  await first.stop();
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(stranger, 'spawn');
  await writeFile(note, text.replace(/^\d+/, String(stranger.pid)));
  const second = await start({ dataDir: first.dataDir });
  expect(await isHealthy(second)).toBe(true);
  expect(isAlive(stranger.pid)).toBe(true);
  await end(stranger);
});

test('a request under way when the backend ends gets its response', async () => {
  const backend = await startTestBackend({ migrationsDir: probeSchema });
  const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ seconds: 1.4 });
  const answered = fetch(`${backend.url}/rest/v1/rpc/probe_sleep`, { method: 'POST', headers, body });
  const isRunning = () =>
    backend.sql`select from pg_stat_activity where query like '%probe_sleep%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await isRunning()).length).toBeGreaterThan(0);
  const [{ status }] = await Promise.all([answered, backend.stop()]);
  expect(status).toBe(204);
});

test('says when its database has ended by itself, and then ends too', async () => {
  const backend = await start({ dataDir: await newInstall() });
  const closed = once(backend.process, 'close');
  process.kill(await readServerPid(backend.dataDir), 'SIGQUIT');
  await closed;
  expect(backend.process.exitCode).toBe(1);
  expect(backend.output()).toMatch(/PostgreSQL ended by itself/);
});

test('says which setting is wrong, and when the port is taken', async () => {
  const dataDir = await newFolder();
  await expect(spawnBackend({ dataDir, env: { PORT: 'eighty' } })).rejects.toThrow(/PORT/);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(spawnBackend({ dataDir, port })).rejects.toThrow(/is taken by another program/);
  other.close();
});

/** Linux keeps the parent as the fourth field of /proc/<pid>/stat. */
async function readParent(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[1]);
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
