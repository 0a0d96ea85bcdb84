/** A backup is a file, and others may have written into it. Its rows go into our tables, and nowhere else. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from '../../../supabase/embedded/backup/backup.ts';
import { checkBackup, LONGEST_LINE, UnreadableBackup } from '../../../supabase/embedded/backup/backup-file.ts';
import { restoreBackup } from '../../../supabase/embedded/backup/restore.ts';
import { takeRows } from '../../../supabase/embedded/backup/take-rows.ts';
import { makeDataDir, startDatabase, type TestDatabase } from '../../support/backend.ts';

const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };

let database: TestDatabase;
let folder: string;
let honest: string;

beforeAll(async () => {
  database = await startDatabase();
  await database.createUser('ada@example.org');
  folder = await makeDataDir();
  honest = join(folder, 'honest.backup');
  await writeBackup(database.sql, secrets, honest);
}, 60_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The backup with one more table, before its last line. */
async function withTable(table: object, row: string): Promise<string> {
  const lines = gunzipSync(await readFile(honest))
    .toString('latin1')
    .split('\n');
  lines.splice(-2, 0, JSON.stringify(table), row, '\\.');
  const file = join(folder, 'hostile.backup');
  await writeFile(file, gzipSync(Buffer.from(lines.join('\n'), 'latin1')));
  return file;
}

const noted = { schema: 'supabase_migrations', table: 'schema_migrations', columns: ['version', 'name', 'checksum'] };
const role = ['oid', 'rolname', 'rolsuper', 'rolinherit', 'rolcreaterole', 'rolcreatedb', 'rolcanlogin'];
const roles = {
  schema: 'pg_catalog',
  table: 'pg_authid',
  columns: [...role, 'rolreplication', 'rolbypassrls', 'rolconnlimit'],
};

test.each([
  ['a superuser', roles, '99999\tmallory\tt\tt\tt\tt\tt\tt\tt\t-1'],
  ['a migration that never ran', noted, '20990101000000\t20990101000000_later.sql\tx'],
])('a backup that brings %s is refused, and nothing changes', async (_, table, row) => {
  const file = await withTable(table, row);
  const count = () => database.sql`select (select count(*)::int from pg_authid) as roles,
    (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
    (select count(*)::int from auth.users) as users`;
  const before = await count();
  await expect(takeRows(database.sql, file)).rejects.toThrow(UnreadableBackup);
  expect(await count()).toEqual(before);
});

test('a restore of it leaves no install', async () => {
  const dataDir = await makeDataDir();
  const file = await withTable(roles, '99999\tmallory\tt\tt\tt\tt\tt\tt\tt\t-1');
  await expect(restoreBackup({ file, dataDir, force: false })).rejects.toThrow(UnreadableBackup);
  expect(await readdir(dataDir)).not.toContain('postgres');
  expect(await readdir(dataDir)).not.toContain('secrets.json');
  await rm(dataDir, { recursive: true, force: true });
});

test('a backup whose line never ends is refused before it fills the memory', async () => {
  const file = join(folder, 'endless.backup');
  await writeFile(file, gzipSync(Buffer.alloc(LONGEST_LINE + 100_000, 'x')));
  const reason: unknown = await checkBackup(file).catch((error: unknown) => error);
  expect(reason).toBeInstanceOf(UnreadableBackup);
  expect(reason instanceof Error && String(reason.cause)).toMatch(/longer than any row/);
});
