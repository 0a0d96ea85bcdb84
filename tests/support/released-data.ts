/** What an earlier release left behind: its database, its data and its people (tests/releases). */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import * as v from 'valibot';
import { checkBackup } from '../../supabase/embedded/backup/backup-file.ts';
import { takeRows } from '../../supabase/embedded/backup/take-rows.ts';
import type { AppliedMigration } from '../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../supabase/embedded/postgres/postgres.ts';
import { saveSecrets } from '../../supabase/embedded/secrets.ts';
import { Recorded } from '../releases/recorded.ts';

const todaysFolder = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url));
const releasesFolder = fileURLToPath(new URL('../releases/', import.meta.url));

/** The version numbers, the first one first. */
export const releases = readdirSync(releasesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\d/.test(entry.name))
  .map(({ name }) => name)
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export const folderOf = (release: string) => join(releasesFolder, release);
export const backupOf = (release: string) => join(folderOf(release), 'carryover.backup');

export function readRecorded(release: string): Recorded {
  return v.parse(Recorded, JSON.parse(readFileSync(join(folderOf(release), 'recorded.json'), 'utf8')));
}

/** The migrations that had run, according to the release's own backup. */
export async function migrationsOf(release: string): Promise<AppliedMigration[]> {
  return (await checkBackup(backupOf(release))).migrations;
}

/**
 * The names of the migrations of which the release's own text is kept. Nearly all texts are those of today, so only
 * those are kept that are others today.
 */
export function keptNames(release: string): string[] {
  const folder = join(folderOf(release), 'migrations');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The kept text of a migration; undefined where the release ran today's. */
export function keptText(release: string, name: string): string | undefined {
  const file = join(folderOf(release), 'migrations', name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * The text that the release ran, by the checksum in its backup. Throws if that text is neither kept nor today's.
 * `today`: the folder of today's texts.
 */
export function textOf(release: string, { name, checksum }: AppliedMigration, today = todaysFolder): string {
  const text = keptText(release, name) ?? readFileSync(join(today, name), 'utf8');
  if (createHash('sha256').update(text).digest('hex') === checksum) return text;
  throw new Error(
    `${name} is not the text that release ${release} ran. Do not edit a released migration. If its text must change, ` +
      `put the one that ran into tests/releases/${release}/migrations first (docs/releasing.md).`,
  );
}

/** Writes the migrations of a release, as its own `supabase/migrations` had them. Returns the folder, which is new. */
export async function writeMigrations(release: string, folder: string): Promise<string> {
  await mkdir(folder);
  for (const migration of await migrationsOf(release))
    await writeFile(join(folder, migration.name), textOf(release, migration));
  return folder;
}

/** Makes an empty database as that release did, with its own migrations only. */
export async function makeReleasedDatabase(superuser: Sql, release: string): Promise<void> {
  const read = (name: string) => readFileSync(join(folderOf(release), name), 'utf8');
  await superuser.unsafe(read('auth-schema.sql'));
  await superuser.unsafe(read('prelude.sql'));
  // v0.1.0 made it a member for good, later releases while a migration runs.
  const [{ isMember } = {}] = await superuser`
    select pg_has_role('postgres', 'supabase_realtime_admin', 'member') as "isMember"`;
  for (const migration of await migrationsOf(release)) {
    const { version, name, checksum } = migration;
    await superuser.begin(async (sql) => {
      await sql`insert into supabase_migrations.schema_migrations (version, name, checksum)
        values (${version}, ${name}, ${checksum})`;
      if (!isMember) await sql`grant supabase_realtime_admin to postgres`;
      await sql`set local role postgres`;
      await sql.unsafe(textOf(release, migration));
      await sql`reset role`;
      if (!isMember) await sql`revoke supabase_realtime_admin from postgres`;
    });
  }
}

/** Makes `dataDir` the data folder of a stopped install of that release. */
export async function makeReleasedInstall(dataDir: string, release: string): Promise<void> {
  saveSecrets(dataDir, (await checkBackup(backupOf(release))).secrets);
  const server = await startPostgres({ dataDir, settings: { fsync: 'off' } });
  const sql = postgres({
    host: server.socketFolder,
    password: server.password,
    database: 'postgres',
    user: 'supabase_admin',
    max: 1,
    onnotice: () => {},
  });
  try {
    await makeReleasedDatabase(sql, release);
    await takeRows(sql, backupOf(release));
    await goOnInHistory(sql);
  } finally {
    await sql.end();
    await server.stop();
  }
}

/** Rows that were copied into this server count as if they had always been here, and not as restored. */
export async function goOnInHistory(superuser: Sql): Promise<void> {
  // v0.1.0 knew no histories.
  await superuser`do $$ begin
    if to_regprocedure('private.current_history()') is null then return; end if;
    update private.server set history = private.current_history();
    update private.account_log set history = private.current_history();
  end $$`;
}
