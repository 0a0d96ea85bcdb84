import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackup } from '../../../supabase/embedded/backup/backup-file.ts';
import { UpgradeNotStarted, upgrade } from '../../../supabase/embedded/backup/upgrade.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir, spawnBackend } from '../../support/backend.ts';
import { makeReleasedInstall, releases } from '../../support/released-data.ts';

const secrets = { jwtSecret: 'x'.repeat(32), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
const undo: (() => Promise<unknown>)[] = [];
let dataDir: string;
let migrations: string;
let sql: Sql;
let connectOnce: () => Sql;

beforeAll(async () => {
  dataDir = await makeDataDir();
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  migrations = join(dataDir, 'migrations');
  await cp(fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url)), migrations, { recursive: true });
  const server = await startPostgres({ dataDir, settings: { fsync: 'off' } });
  undo.push(() => server.stop());
  const { socketFolder: host, password } = server;
  connectOnce = () =>
    postgres({ host, password, database: 'postgres', user: 'supabase_admin', max: 1, onnotice: () => {} });
  sql = connectOnce();
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

test('an upgrade that cannot back up does not start, and goes on when somebody asks for it', async () => {
  const folder = join(dataDir, 'backups');
  await rename(folder, `${folder}.aside`);
  await writeFile(folder, 'no folder');
  const text = 'create table private.release_7 (id integer)';
  const failure = await upgradeTo(7, text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UpgradeNotStarted);
  expect(failure).toMatchObject({ reason: 'unwritable' });
  expect(String(failure)).toContain('UPGRADE_WITHOUT_BACKUP=20300101000007');
  expect(await sql`select to_regclass('private.release_7') as made`).toEqual([{ made: null }]);

  const wanting = (withoutBackup: string) =>
    upgrade(sql, secrets, dataDir, { migrationsDir: migrations, withoutBackup });
  // An earlier upgrade's word is not this one's.
  await expect(wanting('20300101000006')).rejects.toThrow(UpgradeNotStarted);
  expect(await wanting('20300101000007')).toEqual({ ran: ['20300101000007_release.sql'], backup: null });
  await rm(folder);
  await rename(`${folder}.aside`, folder);
});

test('an upgrade whose backup stalls does not start', async () => {
  const other = connectOnce();
  await other`begin`;
  await other`lock table public.accounts in access exclusive mode`;
  const before = await backups();
  await writeFile(join(migrations, '20300101000008_release.sql'), 'select 1');
  const failure = await upgrade(sql, secrets, dataDir, {
    migrationsDir: migrations,
    patience: { milliseconds: 400 },
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'UpgradeNotStarted', reason: 'stalled' });
  expect(await backups()).toEqual(before);
  await other`rollback`;
  await other.end();
  expect((await upgradeTo(8, 'select 1')).backup).not.toBeNull();
});

test('the next upgrade removes what a killed one had begun, and no file of somebody else', async () => {
  const folder = join(dataDir, 'backups');
  await writeFile(join(folder, 'before-20300101000001-2030-01-01T00-00-00-000Z.backup.0a1b2c3d.new'), 'half');
  await writeFile(join(folder, 'mine.new'), '');
  await upgradeTo(9);
  expect((await backups()).filter((name) => name.endsWith('.new'))).toEqual(['mine.new']);
});

test('a start that cannot back up before an upgrade ends with the reason, and says how to go on', async () => {
  const install = await makeDataDir();
  undo.push(() => rm(install, { recursive: true, force: true }));
  const [first = ''] = releases;
  await makeReleasedInstall(install, first);
  await writeFile(join(install, 'backups'), 'no folder');
  const failure = await spawnBackend({ dataDir: install }).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/code 1: .*The upgrade did not start/s);
  const word = /UPGRADE_WITHOUT_BACKUP=(\d+)/.exec(String(failure))?.[1] ?? '';
  const backend = await spawnBackend({ dataDir: install, env: { UPGRADE_WITHOUT_BACKUP: word } });
  expect(backend.output()).toContain('"backedUp":false');
  expect(await backend.stop()).toBe(0);
});
