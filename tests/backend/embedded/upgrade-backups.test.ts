import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackup } from '../../../supabase/embedded/backup/backup-file.ts';
import { upgrade } from '../../../supabase/embedded/backup/upgrade.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir } from '../../support/backend.ts';

const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
const undo: (() => Promise<unknown>)[] = [];
let dataDir: string;
let migrations: string;
let sql: Sql;

beforeAll(async () => {
  dataDir = await makeDataDir();
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  migrations = join(dataDir, 'migrations');
  await cp(fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url)), migrations, { recursive: true });
  const server = await startPostgres({ dataDir, settings: { fsync: 'off' } });
  undo.push(() => server.stop());
  const { socketFolder: host, password } = server;
  sql = postgres({ host, password, database: 'postgres', user: 'supabase_admin', max: 1, onnotice: () => {} });
  undo.push(() => sql.end());
  await upgrade(sql, secrets, dataDir, { migrationsDir: migrations });
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

const backups = async () => (await readdir(join(dataDir, 'backups')).catch(() => [])).sort();

/** The release with this number brings one migration. */
async function upgradeTo(release: number, text = `create table private.release_${release} (id integer)`) {
  await writeFile(join(migrations, `2030010100${String(release).padStart(4, '0')}_release.sql`), text);
  return upgrade(sql, secrets, dataDir, { migrationsDir: migrations });
}

test('the backups of the last three upgrades stay, and so do files that the upgrade did not make', async () => {
  expect(await backups()).toEqual([]);
  const made: (string | null)[] = [];
  for (const release of [1, 2, 3]) made.push((await upgradeTo(release)).backup);
  await writeFile(join(dataDir, 'backups', 'my-own.backup'), '');
  for (const release of [4, 5]) made.push((await upgradeTo(release)).backup);
  const names = made.map((path) => path?.split('/').at(-1));
  expect(await backups()).toEqual([...names.slice(-3), 'my-own.backup']);
  const header = await checkBackup(made[4] ?? '');
  expect(header.migrations.at(-1)?.version).toBe('20300101000004');
});

test('an upgrade that fails again and again leaves no backups, and does not push out the others', async () => {
  const before = await backups();
  for (const _start of [1, 2, 3, 4]) await expect(upgradeTo(6, 'select 1 / 0')).rejects.toThrow('division by zero');
  expect(await backups()).toEqual(before);
  expect((await upgradeTo(6, 'select 1')).backup).not.toBeNull();
  expect(await backups()).toHaveLength(before.length);
});
