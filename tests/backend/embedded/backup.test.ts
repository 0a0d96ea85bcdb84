import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackup, UnreadableBackup } from '../../../supabase/embedded/backup/backup-file.ts';
import { HalfRestored, NotEmpty, restoreBackup } from '../../../supabase/embedded/backup/restore.ts';
import { FolderInUse } from '../../../supabase/embedded/folder-lock.ts';
import { MigrationUnknown } from '../../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { insertTransaction, mutation, noCursors } from '../sql/people.ts';

const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
/** Texts that break a careless text format. */
const awkward = ['a\tb', 'two\nlines', 'back\\slash', '\\.', 'line\u2028separator', '\\N', '"quoted"', 'naïve 🙂'];
const migrations = fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url));

const folders: string[] = [];
const running: TestBackend[] = [];
let dataDir: string;
let file: string;
let household: string;
let refreshToken: string;
let secretKey: string;
let contentThen: Record<string, unknown>;
let numbersThen: Awaited<ReturnType<typeof numbersOf>>;
let madeWith: unknown;

async function newFolder(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

async function start(folder: string, migrationsDir = migrations): Promise<TestBackend> {
  const backend = await startTestBackend({ dataDir: folder, migrationsDir });
  running.push(backend);
  return backend;
}

const connect = ({ url, anonKey }: TestBackend) =>
  createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function call(client: SupabaseClient, name: string, parameters: object) {
  const { data, error } = await client.rpc(name, parameters);
  if (error) throw error;
  return data;
}

async function pushDescriptions(client: SupabaseClient, accountId: string, descriptions: string[]) {
  const { data } = await client.auth.getUser();
  const operations = descriptions.map((description) => insertTransaction(accountId, { description }));
  const answer = await call(client, 'sync_push', {
    p_user: data.user?.id,
    p_schema: noCursors.protocol,
    p_mutations: [mutation(...operations)],
  });
  expect(answer.verdicts).toMatchObject([{ status: 'applied' }]);
}

/** Everything that a backup keeps, except the epoch and when each user was last seen. */
async function contentOf(sql: Sql): Promise<Record<string, unknown>> {
  const tables = ['accounts', 'categories', 'transactions', 'memberships', 'invitations'].map(
    (name) => `public.${name}`,
  );
  const behind = ['private.removals', 'private.mutation_ledger', 'auth.identities', 'auth.users'];
  const content: Record<string, unknown> = {};
  for (const table of [...tables, ...behind]) {
    content[table] = await sql.unsafe(
      `select to_jsonb(t) - 'last_sign_in_at' - 'updated_at' as row from ${table} t order by 1`,
    );
  }
  content.numbers = await numbersOf(sql);
  return content;
}

const numbersOf = async (sql: Sql) => [
  ...(await sql<{ account_id: string; version: string }[]>`
    select account_id, version from private.account_log order by 1`),
];

/** The content after a restore, where each log goes on by the clock (S62c). */
function restored(content: Record<string, unknown>, numbers: Awaited<ReturnType<typeof numbersOf>>) {
  const now = Date.now();
  // Microseconds.
  const isOfThisHour = (number: string) => Math.abs(Number(number) / 1000 - now) < 3_600_000;
  const version = expect.toSatisfy(isOfThisHour);
  return { ...content, numbers: numbers.map((one) => ({ ...one, version })) };
}

async function backUp(folder: string, to: string) {
  const program = fileURLToPath(new URL('../../../supabase/embedded/backup-command.ts', import.meta.url));
  const child = spawn(process.execPath, [program, to], { env: { PATH: process.env.PATH, DATA_DIR: folder } });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

beforeAll(async () => {
  dataDir = await newFolder();
  file = join(await newFolder(), 'carryover.backup');
  const backend = await start(dataDir);
  const ada = connect(backend);
  const { data } = await ada.auth.signUp(credentials);
  refreshToken = data.session?.refresh_token ?? '';
  secretKey = backend.serviceRoleKey;
  household = await call(ada, 'get_or_create_default_account', {});
  await pushDescriptions(ada, household, [...awkward, 'deleted']);
  await ada.from('transactions').delete().eq('description', 'deleted');
  contentThen = await contentOf(backend.sql);
  numbersThen = await numbersOf(backend.sql);
  madeWith = await backUp(dataDir, file);
  await pushDescriptions(ada, household, ['entered after the backup']);
}, 60_000);
afterAll(async () => {
  for (const backend of running.splice(0)) await backend.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function stopAll(): Promise<void> {
  for (const backend of running.splice(0)) await backend.stop();
}

test('only the owner can read a backup of a running backend, and it overwrites nothing', async () => {
  expect(madeWith).toEqual({ code: 0, output: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { size } = await stat(file);
  expect(await backUp(dataDir, file)).toMatchObject({ code: 1, output: expect.stringContaining('already there') });
  expect((await stat(file)).size).toBe(size);
});

test('a restore refuses a folder that a backend uses, and a folder that has data', async () => {
  await expect(restoreBackup({ file, dataDir, force: true })).rejects.toThrow(FolderInUse);
  await stopAll();
  await expect(restoreBackup({ file, dataDir, force: false })).rejects.toThrow(NotEmpty);
});

test('a restore into an empty folder brings back rows, numbers, verdicts, passwords, sessions and keys', async () => {
  const fresh = await newFolder();
  expect(await restoreBackup({ file, dataDir: fresh, force: false })).toBeNull();
  const backend = await start(fresh);
  expect(await contentOf(backend.sql)).toEqual(restored(contentThen, numbersThen));
  expect(backend.serviceRoleKey).toBe(secretKey);
  const ada = connect(backend);
  expect(await ada.auth.signInWithPassword(credentials)).toMatchObject({ error: null });
  expect(await connect(backend).auth.refreshSession({ refresh_token: refreshToken })).toMatchObject({ error: null });
  const { data } = await ada.from('transactions').select('description');
  expect(data?.map(({ description }) => description).sort()).toEqual(awkward.toSorted());
  await stopAll();
});

test("an external PostgreSQL takes the backup when it is empty, and keeps another program's data", async () => {
  const server = await startPostgres({ dataDir: await newFolder(), settings: { fsync: 'off' } });
  const folderOfSocket = encodeURIComponent(server.socketFolder);
  const databaseUrl = `postgres://supabase_admin:${server.password}@localhost/postgres?host=${folderOfSocket}`;
  const sql = postgres({
    host: server.socketFolder,
    password: server.password,
    user: 'supabase_admin',
    database: 'postgres',
    max: 1,
  });
  try {
    await sql`create table public.recipes as select 'soup' as name`;
    const restoring = { file, dataDir: await newFolder(), databaseUrl, force: false };
    await expect(restoreBackup(restoring)).rejects.toThrow(NotEmpty);
    expect(await sql`select name from public.recipes`).toEqual([{ name: 'soup' }]);
    await sql`drop table public.recipes`;
    await restoreBackup(restoring);
    expect(await contentOf(sql)).toEqual(restored(contentThen, numbersThen));
  } finally {
    await sql.end();
    await server.stop();
  }
});

test('--force puts existing data aside, and a device fetches every scope afresh and goes on', async () => {
  const before = await start(dataDir);
  const early = connect(before);
  const { data } = await early.auth.signInWithPassword(credentials);
  const user = data.user?.id;
  const known = await call(early, 'sync_pull', { p_user: user, p_cursors: noCursors, p_limit: 100 });
  await stopAll();

  const aside = await restoreBackup({ file, dataDir, force: true });
  expect(await readdir(aside ?? '')).toEqual(expect.arrayContaining(['postgres', 'secrets.json']));
  const backend = await start(dataDir);
  const ada = connect(backend);
  await ada.auth.signInWithPassword(credentials);
  const scopes = { [`account:${household}`]: known.scopes[0].cursor };
  const cursors = { protocol: noCursors.protocol, epoch: known.epoch, scopes };
  const answer = await call(ada, 'sync_pull', { p_user: user, p_cursors: cursors, p_limit: 100 });
  expect(answer.epoch).not.toBe(known.epoch);
  expect(answer.scopes).toMatchObject([{ reset: true }]);
  expect(answer.scopes[0].transactions.id).toHaveLength(awkward.length);

  await pushDescriptions(ada, household, ['entered after the restore']);
  const { data: rows } = await ada.from('accounts').select('balance').single();
  expect(rows).toEqual({ balance: -12.5 * (awkward.length + 1) });
  await stopAll();
});

test('an incomplete backup is refused, and nothing changes', async () => {
  const half = join(await newFolder(), 'half.backup');
  await cp(file, half);
  await truncate(half, Math.floor((await stat(file)).size / 2));
  const content = await readdir(dataDir);
  await expect(restoreBackup({ file: half, dataDir, force: true })).rejects.toThrow(UnreadableBackup);
  expect(await readdir(dataDir)).toEqual(content);
});

test('a start after an interrupted restore refuses with a reason, and makes no new install', async () => {
  const torn = await newFolder();
  await mkdir(join(torn, 'restoring/postgres'), { recursive: true });
  await expect(start(torn)).rejects.toThrow(HalfRestored);
});

test("an upgrade first makes a backup that can be restored, and a later release's backup is refused", async () => {
  const earlier = join(await newFolder(), 'migrations');
  await cp(migrations, earlier, { recursive: true });
  const last = (await readdir(earlier)).sort().at(-1) ?? '';
  await rm(join(earlier, last));
  const folder = await newFolder();
  const old = await start(folder, earlier);
  await connect(old).auth.signUp(credentials);
  await stopAll();

  const upgraded = await start(folder);
  const all = await upgraded.sql`select version from supabase_migrations.schema_migrations`;
  await stopAll();
  const [name = '', ...others] = await readdir(join(folder, 'backups'));
  expect(others).toEqual([]);
  const kept = join(folder, 'backups', name);
  expect((await checkBackup(kept)).migrations).toHaveLength(all.length - 1);

  const restored = await newFolder();
  await restoreBackup({ file: kept, dataDir: restored, force: false });
  const backend = await start(restored);
  expect(await backend.sql`select version from supabase_migrations.schema_migrations`).toHaveLength(all.length);
  expect(await connect(backend).auth.signInWithPassword(credentials)).toMatchObject({ error: null });
  await stopAll();

  const later = restoreBackup({ file, dataDir: await newFolder(), force: false, migrationsDir: earlier });
  await expect(later).rejects.toThrow(MigrationUnknown);
});
