/** What restores leave behind on a real PostgreSQL, when nobody says that there was one. */
import { execFile } from 'node:child_process';
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { writeBackup } from '../../../supabase/embedded/backup/backup.ts';
import { takeRows } from '../../../supabase/embedded/backup/take-rows.ts';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { PROTOCOL_VERSION, PullAnswer, type PullCursors } from '../../../sync/protocol.ts';
import { makeDataDir } from '../../support/backend.ts';

const run = promisify(execFile);
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function newFolder(): Promise<string> {
  const folder = await makeDataDir();
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A running cluster on the folder's files, which it makes when there are none. */
async function open(dataDir: string) {
  const server = await startPostgres({ dataDir, settings: { fsync: 'off' } });
  const sql = postgres({
    host: server.socketFolder,
    password: server.password,
    database: 'postgres',
    user: 'supabase_admin',
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
  });
  let running = true;
  const stop = async () => {
    if (!running) return;
    running = false;
    await sql.end({ timeout: 1 });
    await server.stop();
  };
  undo.push(stop);
  return { sql, stop };
}

const ADA = '00000000-0000-4000-8000-0000000000ad';

/** Acts with Ada's rights. */
async function asAda<T>(sql: Sql, act: (sql: Sql) => Promise<T>): Promise<T> {
  const claims = JSON.stringify({ sub: ADA, email: 'ada@example.org', role: 'authenticated' });
  await sql`select set_config('request.jwt.claims', ${claims}, false), set_config('role', 'authenticated', false)`;
  try {
    return await act(sql);
  } finally {
    await sql`select set_config('role', 'none', false)`;
  }
}

const pull = (sql: Sql, cursors: v.InferInput<typeof PullCursors>) =>
  asAda(sql, async () => {
    const [row] = await sql`select public.sync_pull(${ADA}, ${JSON.stringify(cursors)}::text::jsonb) as answer`;
    return v.parse(PullAnswer, row?.answer);
  });

const nothing = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
const cursorsOf = ({ epoch, scopes }: PullAnswer) => ({
  ...nothing,
  epoch,
  scopes: Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor])),
});

const spend = (sql: Sql) =>
  asAda(
    sql,
    () => sql`insert into public.transactions (account_id, type, amount, transaction_date)
      select account_id, 'debit', 1, '2026-11-01' from public.accounts`,
  );

/** A cluster in which Ada has an account with one entry. */
async function withAda() {
  const dataDir = await newFolder();
  const cluster = await open(dataDir);
  await migrate(cluster.sql);
  await cluster.sql`insert into auth.users (id, email, email_confirmed_at) values (${ADA}, 'ada@example.org', now())`;
  await asAda(cluster.sql, () => cluster.sql`select public.create_account('Household')`);
  await spend(cluster.sql);
  return { dataDir, ...cluster };
}

/** One new epoch, from the first answer on, and floors at the heads that were restored. */
async function expectNoticed(sql: Sql, before: PullAnswer, restored: PullAnswer) {
  const [head] = restored.scopes.map(({ head }) => head);
  const second = Math.floor(Date.now() / 1000);
  const first = await pull(sql, cursorsOf(before));
  expect(first.epoch).not.toBe(before.epoch);
  expect(first.scopes).toMatchObject([{ reset: true, head, floor: head }]);
  // The first write makes no other epoch, and the floor stays where the two agree.
  await spend(sql);
  await spend(sql);
  const later = await pull(sql, cursorsOf(first));
  expect(later.epoch).toBe(first.epoch);
  expect(later.scopes).toMatchObject([{ reset: false, floor: head }]);
  // The log went on by the clock, so another restore of this backup gives other numbers (`number_after_restore`).
  const wentOnAt = (later.scopes[0]?.head ?? 0) - 2;
  expect(wentOnAt / 1_000_000).toBeGreaterThanOrEqual(second);
  expect(wentOnAt / 1_000_000).toBeLessThanOrEqual(Date.now() / 1000 + 1);
  expect(later.scopes[0]?.transactions).toHaveLength(2);
}

test('[S62a, S62b, S62c] a dump that is read into another cluster is another epoch by itself', async () => {
  const old = await withAda();
  const restored = await pull(old.sql, nothing);
  const file = join(await newFolder(), 'rows.backup');
  const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
  await writeBackup(old.sql, secrets, file);
  await spend(old.sql);
  const before = await pull(old.sql, nothing);
  const fresh = await open(await newFolder());
  await migrate(fresh.sql);
  await takeRows(fresh.sql, file);
  await expectNoticed(fresh.sql, before, restored);
});

test('[S62a, S62b, S62c] a restore to a point in time is another epoch by itself', async () => {
  const old = await withAda();
  const before = await pull(old.sql, nothing);
  await old.stop();
  const cluster = join(old.dataDir, 'postgres');
  // The files of a base backup: the log is played to its end, and the cluster goes on in another timeline.
  await writeFile(join(cluster, 'recovery.signal'), '');
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\nrestore_command = 'false'\n`);
  const { uid, gid } = await stat(cluster);
  await chown(join(cluster, 'recovery.signal'), uid, gid);
  const again = await open(old.dataDir);
  await expect
    .poll(async () => (await again.sql`select pg_is_in_recovery() as recovering`)[0]?.recovering, { timeout: 20_000 })
    .toBe(false);
  await expectNoticed(again.sql, before, before);
});

test('[S62a] a start after a crash, and a copy of the files that runs elsewhere, keep the epoch', async () => {
  const old = await withAda();
  const before = await pull(old.sql, nothing);
  await old.stop();
  const elsewhere = await newFolder();
  await run('cp', ['-a', join(old.dataDir, 'postgres'), elsewhere]);
  const moved = await open(elsewhere);
  const after = await pull(moved.sql, cursorsOf(before));
  expect(after.epoch).toBe(before.epoch);
  expect(after.scopes).toMatchObject([{ reset: false, transactions: [] }]);
});

test('[S18] after a change of the epoch by hand nothing else changes it', async () => {
  const { sql } = await withAda();
  const before = await pull(sql, nothing);
  const [changed] = await sql`select public.change_epoch() as epoch`;
  const after = await pull(sql, cursorsOf(before));
  expect(after.epoch).toBe(changed?.epoch);
  expect(after.epoch).not.toBe(before.epoch);
});
