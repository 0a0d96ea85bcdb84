/** A backup ends with a whole file, or with a reason and without a file. A restore ends, too. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendBackup, writeBackup } from '../../../supabase/embedded/backup/backup.ts';
import { BackupFailed } from '../../../supabase/embedded/backup/backup-failed.ts';
import { readBackup, UnreadableBackup } from '../../../supabase/embedded/backup/backup-file.ts';
import { Stalled, whileItMoves } from '../../../supabase/embedded/backup/progress.ts';
import { restoreBackup } from '../../../supabase/embedded/backup/restore.ts';
import { takeRows } from '../../../supabase/embedded/backup/take-rows.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';

const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
const program = fileURLToPath(new URL('../../../supabase/embedded/backup-command.ts', import.meta.url));
const never = new AbortController().signal;

let backend: TestBackend;
let sql: Sql;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  sql = backend.sql;
  folder = await makeDataDir();
});
afterAll(async () => {
  await backend.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const name of made.splice(0)) await sql.unsafe(`drop table ${name}`);
  for (const name of await readdir(folder)) await rm(join(folder, name));
});

async function makeTable(name: string, as: string): Promise<void> {
  await sql.unsafe(`create table public.${name} as ${as}`);
  made.push(`public.${name}`);
}

/** Each table with a digest of its rows. */
async function digests(): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'private', 'public')`;
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const digest = `md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), ''))`;
    found[name] = (await sql.unsafe(`select count(*), ${digest} from ${name} t`))[0];
  }
  return found;
}

const random = (bytes: number) =>
  `(select string_agg(md5(i::text || g::text), '') from generate_series(1, ${Math.ceil(bytes / 32)}) g)`;

/** Copying them filled the stream of postgres.js with the last rows, so most of these sizes stopped it for ever. */
async function makeTablesOfAllSizes(): Promise<void> {
  const kilobytes = [15, 16, 17, 30, 31, 32, 33, 60, 64, 70, 90, 120, 200, 400, 1000, 3000];
  for (const size of kilobytes) {
    await makeTable(`rows_${size}`, `select repeat('x', 1000) as line from generate_series(1, ${size})`);
  }
  await makeTable('rows_large', `select i, ${random(300)} as line from generate_series(1, 30000) i`);
  await makeTable('rows_wide', `select ${random(200_000)} as line from generate_series(1, 20) i`);
  await makeTable(
    'rows_mixed',
    `select case when i % 50 = 0 then ${random(40_000)} else 'x' end from generate_series(1, 3000) i`,
  );
  for (let i = 0; i < 60; i += 1) await makeTable(`rows_none_${i}`, 'select 1 as one where false');
}

test('a backup of small, large, wide, mixed and empty tables ends with every row, again and again', async () => {
  await makeTablesOfAllSizes();
  const then = await digests();
  for (const name of ['first', 'second', 'third']) await writeBackup(sql, secrets, join(folder, name));
  await sql`truncate public.rows_large, public.rows_wide`;
  await sql`insert into public.rows_none_1 values (1)`;
  await takeRows(sql, join(folder, 'third'));
  expect(await digests()).toEqual(then);
  expect((await readdir(folder)).sort()).toEqual(['first', 'second', 'third']);
});

test('a backup waits for a slow disk, as long as it takes bytes at all', async () => {
  await makeTable('rows_large', `select i, ${random(300)} as line from generate_series(1, 30000) i`);
  const gunzip = createGunzip();
  const all = text(gunzip);
  let chunks = 0;
  const started = performance.now();
  await whileItMoves({ milliseconds: 1000 }, (moved, signal) =>
    sendBackup(
      sql,
      secrets,
      async (bytes) => {
        chunks += 1;
        await delay(20);
        gunzip.write(bytes);
      },
      moved,
      signal,
    ),
  );
  gunzip.end();
  expect(performance.now() - started).toBeGreaterThan(1000);
  expect(chunks).toBeGreaterThan(50);
  expect((await all).trim().split('\n').at(-1)).toBe('{"end":true}');
});

test('a backup shows one moment, whatever is written meanwhile', async () => {
  await makeTable('rows_a', `select i, ${random(300)} as line from generate_series(1, 3000) i`);
  await makeTable('rows_z', 'select i from generate_series(1, 1000) i');
  const gunzip = createGunzip();
  const all = text(gunzip);
  let begun = false;
  const take = async (bytes: Buffer) => {
    if (!begun) await sql`delete from public.rows_z`;
    begun = true;
    gunzip.write(bytes);
  };
  await sendBackup(sql, secrets, take, () => {}, never);
  gunzip.end();
  expect(
    /"rows_z".*\n([^\\]*)\\\.\n/
      .exec(await all)?.[1]
      ?.trim()
      .split('\n'),
  ).toHaveLength(1000);
});

test('a row has the text that COPY gives it', async () => {
  const values = [
    `select chr(i) as text, i::numeric / 7 as number, i / 3.0::float8 as float, i % 2 = 0 as truth
      from generate_series(1, 300) i`,
    `select null::text as a, '' as b, '\\N' as c, '\\.' as d, E'a\\tb\\nc\\rd\\\\e\\b\\f\\v' as e, '🙂 naïve' as f`,
    `select now() as at, current_date as day, '\\x00ff5c09'::bytea as bytes, array['a,b', null, '"'] as list,
      '{"a": "\\n"}'::jsonb as json, 'ab'::char(5) as fixed, interval '1 day 2 hours' as span`,
    `select '\\.' as only`,
    `select '' as only union all select null`,
  ];
  for (const [index, as] of values.entries()) await makeTable(`rows_text_${index}`, as);
  const file = join(folder, 'rows.backup');
  await writeBackup(sql, secrets, file);
  let table = '';
  const lines: Record<string, string> = {};
  for await (const part of readBackup(file)) {
    if (part.kind === 'table') table = part.table.table;
    if (part.kind === 'row') lines[table] = (lines[table] ?? '') + part.bytes.toString();
  }
  for (const index of values.keys()) {
    // Fewer bytes than fill the stream, so this COPY ends.
    const copied = await sql.begin(async (one) =>
      text(await one.unsafe(`copy public.rows_text_${index} to stdout`).readable()),
    );
    expect(lines[`rows_text_${index}`]).toBe(copied);
  }
  const then = await digests();
  await takeRows(sql, file);
  expect(await digests()).toEqual(then);
});

/** Holds a table so that nobody can read it. Returns the function that lets it go. */
async function holdTable(): Promise<() => Promise<void>> {
  await makeTable('rows_held', 'select 1 as one');
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table public.rows_held in access exclusive mode`;
  return async () => {
    await holder`rollback`;
    holder.release();
  };
}

test('a backup that waits for the database says so after a while, and leaves no file', async () => {
  const letGo = await holdTable();
  const file = join(folder, 'stalled.backup');
  const failure = await writeBackup(sql, secrets, file, { milliseconds: 500 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BackupFailed);
  expect(failure).toMatchObject({ reason: 'stalled', message: expect.stringContaining('does not answer') });
  expect(await readdir(folder)).toEqual([]);
  await letGo();
  await writeBackup(sql, secrets, file);
});

test('a backup that waits for a dead disk ends after a while', async () => {
  await makeTable('rows_large', `select i, ${random(300)} as line from generate_series(1, 10000) i`);
  const dead = () => new Promise<never>(() => {});
  const work = whileItMoves({ milliseconds: 500 }, (moved, signal) => sendBackup(sql, secrets, dead, moved, signal));
  await expect(work).rejects.toThrow(Stalled);
});

/** Runs the program in a shell, which may set limits first. */
function runBackup(file: string, limits = '') {
  const child = spawn('sh', ['-c', `${limits} exec "$0" "$@"`, process.execPath, program, file], {
    env: { PATH: process.env.PATH, DATA_DIR: backend.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = Promise.all([text(child.stderr), once(child, 'close')]).then(([output, [code]]) => ({ output, code }));
  return { child, ended };
}

test('a full disk is named, and leaves no half of a backup', async () => {
  await makeTable('rows_large', `select i, ${random(300)} as line from generate_series(1, 10000) i`);
  const file = join(folder, 'full.backup');
  // A file may have 100 blocks of 512 bytes.
  const { output, code } = await runBackup(file, 'ulimit -f 100;').ended;
  expect({ output, code }).toEqual({ output: expect.stringMatching(/no room for .*full\.backup/), code: 1 });
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that cannot be written is named', async () => {
  await writeFile(join(folder, 'file'), '');
  const { output, code } = await runBackup(join(folder, 'file', 'x.backup')).ended;
  expect({ output, code }).toEqual({ output: expect.stringMatching(/x\.backup cannot be written/), code: 1 });
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a backup that gets %s ends, and leaves no file',
  async (signal) => {
    const letGo = await holdTable();
    const { child, ended } = runBackup(join(folder, 'stopped.backup'));
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual({ output: expect.stringContaining('the program was ended'), code: 1 });
    expect(await readdir(folder)).toEqual([]);
    await letGo();
  },
);

test('two backups into one file at the same time leave one, and it is whole', async () => {
  const file = join(folder, 'same.backup');
  const both = await Promise.allSettled([writeBackup(sql, secrets, file), writeBackup(sql, secrets, file)]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  const parts = [];
  for await (const part of readBackup(file)) parts.push(part.kind);
  expect(parts.at(-1)).toBe('end of rows');
  expect(await readdir(folder)).toEqual(['same.backup']);
});

test('a restore of a row that the database refuses ends with the reason, wherever the row is', async () => {
  await makeTable('rows_checked', 'select i from generate_series(1, 100) i');
  const file = join(folder, 'refused.backup');
  await writeBackup(sql, secrets, file);
  const then = await digests();
  for (const refused of [1, 50, 100]) {
    await sql.unsafe(`alter table public.rows_checked add constraint refused check (i <> ${refused}) not valid`);
    await expect(takeRows(sql, file)).rejects.toThrow(/"refused"/);
    await sql`alter table public.rows_checked drop constraint refused`;
  }
  expect(await digests()).toEqual(then);
});

test('a restore that waits for the database says so after a while', async () => {
  const file = join(folder, 'whole.backup');
  await writeBackup(sql, secrets, file);
  const letGo = await holdTable();
  await expect(takeRows(sql, file, { milliseconds: 500 })).rejects.toThrow(Stalled);
  await letGo();
});

test('a restore does not wait for a pipe that nobody writes to', async () => {
  const pipe = join(folder, 'pipe');
  await once(spawn('mkfifo', [pipe]), 'close');
  expect((await stat(pipe)).isFIFO()).toBe(true);
  const restoring = restoreBackup({ file: pipe, dataDir: await makeDataDir(), force: false });
  await expect(restoring).rejects.toThrow(UnreadableBackup);
});
