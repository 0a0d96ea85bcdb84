import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { writeBackup } from './backup.ts';
import { appliedMigrations, migrate, pendingMigrations } from './migrate.ts';
import type { Secrets } from './secrets.ts';

type Upgraded = {
  /** Names of the migrations that ran. */
  ran: string[];
  /** The backup from before them; null when the data was new or nothing had to run. */
  backup: string | null;
};

/** Brings the data of an earlier release to this one, after a backup into `dataDir/backups`, which nobody tidies up. */
export async function upgrade(
  superuser: Sql,
  secrets: Secrets,
  dataDir: string,
  migrationsDir?: string,
): Promise<Upgraded> {
  const [first] = await pendingMigrations(superuser, migrationsDir);
  const backup =
    first !== undefined && (await appliedMigrations(superuser)).length > 0 ? nameBackup(dataDir, first) : null;
  if (backup !== null) await writeBackup(superuser, secrets, backup);
  return { ran: await migrate(superuser, migrationsDir), backup };
}

function nameBackup(dataDir: string, migration: string): string {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [version] = migration.split('_');
  return join(folder, `before-${version}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`);
}
