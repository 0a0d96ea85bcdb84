import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { appliedMigrations, migrate, pendingMigrations } from '../postgres/migrate.ts';
import type { Secrets } from '../secrets.ts';
import { writeBackup } from './backup.ts';

const KEPT_BACKUPS = 3;

type Upgraded = {
  /** Names of the migrations that ran. */
  ran: string[];
  /** The backup made before the migrations ran; null when the data was new or no migration had to run. */
  backup: string | null;
};

/**
 * Brings the data of an earlier release to this one. It first makes a backup in `dataDir/backups`. The backups of the
 * last three upgrades stay, and so does every file there that has another name.
 */
export async function upgrade(
  superuser: Sql,
  secrets: Secrets,
  dataDir: string,
  migrationsDir?: string,
): Promise<Upgraded> {
  const [first] = await pendingMigrations(superuser, migrationsDir);
  const backup =
    first !== undefined && (await appliedMigrations(superuser)).length > 0 ? nameBackup(dataDir, first) : null;
  if (backup === null) return { ran: await migrate(superuser, migrationsDir), backup };
  await writeBackup(superuser, secrets, backup);
  try {
    const ran = await migrate(superuser, migrationsDir);
    dropOldBackups(dataDir);
    return { ran, backup };
  } catch (error) {
    // A service that is started again and again would fill the disk. The data is still what this backup says.
    const [next] = await pendingMigrations(superuser, migrationsDir);
    if (next === first) rmSync(backup);
    throw error;
  }
}

function dropOldBackups(dataDir: string): void {
  const folder = folderOf(dataDir);
  const moment = (name: string) => /^before-\d+-(.+)\.backup$/.exec(name)?.[1];
  const ours = readdirSync(folder).flatMap((name) => ({ name, at: moment(name) ?? '' }));
  const sorted = ours.filter(({ at }) => at !== '').sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { name } of sorted.slice(0, -KEPT_BACKUPS)) rmSync(join(folder, name));
}

const folderOf = (dataDir: string) => join(dataDir, 'backups');

function nameBackup(dataDir: string, migration: string): string {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [version] = migration.split('_');
  return join(folder, `before-${version}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`);
}
