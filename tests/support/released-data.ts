/** What an earlier release left behind: its database, its data and its people (tests/releases). */
import { readdirSync, readFileSync } from 'node:fs';
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

/** Makes an empty database as that release did, with its own migrations only. */
export async function makeReleasedDatabase(superuser: Sql, release: string): Promise<void> {
  const read = (name: string) => readFileSync(join(folderOf(release), name), 'utf8');
  await superuser.unsafe(read('auth-schema.sql'));
  await superuser.unsafe(read('prelude.sql'));
  // v0.1.0 made it a member for good, later releases while a migration runs.
  const [{ isMember } = {}] = await superuser`
    select pg_has_role('postgres', 'supabase_realtime_admin', 'member') as "isMember"`;
  for (const { version, name, checksum } of await migrationsOf(release)) {
    await superuser.begin(async (sql) => {
      await sql`insert into supabase_migrations.schema_migrations (version, name, checksum)
        values (${version}, ${name}, ${checksum})`;
      if (!isMember) await sql`grant supabase_realtime_admin to postgres`;
      await sql`set local role postgres`;
      await sql.unsafe(read(`migrations/${name}`));
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
