import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { readPassword } from '../../../supabase/embedded/postgres/cluster.ts';
import { joinEmbedded } from '../../../supabase/embedded/postgres/database.ts';
import { socketFolderOf, startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import type { ServerUser } from '../../../supabase/embedded/postgres/server-user.ts';
import { makeDataDir, spawnBackend, startTestBackend } from '../../support/backend.ts';
import { makeReleasedInstall, readRecorded } from '../../support/released-data.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

/** The server's reply to somebody who reaches its socket; null when it lets them in. */
async function knock(dataDir: string, user: string, password: string): Promise<string | null> {
  const sql = postgres({ host: socketFolderOf(dataDir), database: 'postgres', user, password, max: 1 });
  try {
    await sql`select 1`;
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    await sql.end();
  }
}

async function readUser(name: string): Promise<NonNullable<ServerUser>> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((text) => text.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Linux keeps the user as the first number of `Uid:` in /proc/<pid>/status. */
async function ownerOfServer(dataDir: string): Promise<number> {
  const pid = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
}

test('nobody gets in through the socket without the password, under any name', async () => {
  const backend = await startTestBackend({ dataDir: await newFolder() });
  try {
    for (const role of ['supabase_admin', 'postgres', 'embedded_api', 'authenticator', 'anon']) {
      expect(await knock(backend.dataDir, role, 'guessed'), role).toBe('28P01');
    }
    const password = readPassword(join(backend.dataDir, 'postgres'));
    expect(password).toMatch(/^[0-9a-f]{64}$/);
    expect(await knock(backend.dataDir, 'supabase_admin', password)).toBeNull();
    // The role of migrations owns everything, and nobody may connect as it.
    expect(await knock(backend.dataDir, 'postgres', password)).toBe('28P01');
  } finally {
    await backend.stop();
  }
});

test('only the server and its owner can read the password, and each install has another', async () => {
  const passwords = [];
  for (const dataDir of [await newFolder(), await newFolder()]) {
    const server = await startPostgres({ dataDir, settings: { fsync: 'off' } });
    await server.stop();
    passwords.push(server.password);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir, 'postgres/carryover-password'))).mode & 0o077).toBe(0);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'run']);
  }
  expect(new Set(passwords).size).toBe(2);
});

test('the next start closes a database of v0.1.0, which asked for no password, and keeps its data', async () => {
  const dataDir = await newFolder();
  await makeReleasedInstall(dataDir, '0.1.0');
  const cluster = join(dataDir, 'postgres');
  // As initdb -A trust left it: it has no password anywhere. As root, its user is one that other programs run as.
  const open = await startPostgres({ dataDir, settings: { fsync: 'off' } });
  const sql = joinEmbedded(dataDir).connect('supabase_admin', { max: 1 });
  await sql`alter role supabase_admin password null`;
  await sql.end();
  await open.stop();
  await rm(join(cluster, 'carryover-password'));
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n');
  const nobody = await readUser('nobody');
  if (isRoot) {
    for (const path of ['', ...(await readdir(cluster, { recursive: true }))]) {
      await chown(join(cluster, path), nobody.uid, nobody.gid);
    }
  }

  const backend = await startTestBackend({ dataDir });
  try {
    expect(await knock(dataDir, 'supabase_admin', '')).not.toBeNull();
    expect(await knock(dataDir, 'supabase_admin', 'guessed')).toBe('28P01');
    expect(await readFile(join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('trust');
    const { household, balance } = readRecorded('0.1.0');
    const [account] =
      await backend.sql`select (balance * 100)::int as cents from accounts where account_id = ${household}`;
    expect(account).toEqual({ cents: balance });
    expect((await stat(cluster)).uid).not.toBe(isRoot ? nobody.uid : -1);
  } finally {
    await backend.stop();
  }
});

test('the server runs as a user of its own when root starts it, and otherwise as the user who starts it', async () => {
  const backend = await startTestBackend({ dataDir: await newFolder() });
  try {
    const expected = isRoot ? (await readUser('carryover-postgres')).uid : process.getuid?.();
    expect(await ownerOfServer(backend.dataDir)).toBe(expected);
    expect((await stat(join(backend.dataDir, 'postgres'))).uid).toBe(expected);
  } finally {
    await backend.stop();
  }
});

test("an ordinary user's install stays that user's when root works on it", async () => {
  const dataDir = await newFolder();
  const user = isRoot ? await readUser('nobody') : null; // null: no test is root, and one user owns everything
  if (user) await chown(dataDir, user.uid, user.gid);
  await (await spawnBackend({ dataDir, user })).stop();
  const byRoot = await startPostgres({ dataDir });
  expect(await ownerOfServer(dataDir)).toBe(user?.uid ?? process.getuid?.());
  await byRoot.stop();
  const again = await spawnBackend({ dataDir, user });
  expect((await fetch(`${again.url}/healthz`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
});
