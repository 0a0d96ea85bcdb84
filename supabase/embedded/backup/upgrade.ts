import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { appliedMigrations, migrate, pendingMigrations } from '../postgres/migrate.ts';
import type { Secrets } from '../secrets.ts';
import { writeBackup } from './backup.ts';
import { type BackupFailed, type BackupFailure, explainFailure } from './backup-failed.ts';
import type { Patience } from './progress.ts';

const KEPT_BACKUPS = 3;

type Upgraded = {
  /** Names of the migrations that ran. */
  ran: string[];
  /** The backup made before the migrations ran; null when the data was new, nothing had to run, or none was wanted. */
  backup: string | null;
};

export type UpgradeOptions = {
  migrationsDir?: string;
  /** The version of the first migration that may run without a backup before it. */
  withoutBackup?: string;
  patience?: Patience;
};

/** The backup before an upgrade failed, so the upgrade did not start. The data is as it was. */
export class UpgradeNotStarted extends Error {
  readonly reason: BackupFailure;

  constructor({ reason, message }: BackupFailed, version: string) {
    super(
      `The upgrade did not start, because the backup before it failed. ${message}\n` +
        'The data is as it was, and the release that ran before still runs on it. Mend the cause and start again.\n' +
        'If you have a backup of your own, you can go on without this one: start once with ' +
        `UPGRADE_WITHOUT_BACKUP=${version}`,
    );
    this.name = 'UpgradeNotStarted';
    this.reason = reason;
  }
}

/**
 * Brings the data of an earlier release to this one. It first makes a backup in `dataDir/backups`. The backups of the
 * last three upgrades stay, and so does every file there that has another name. Throws UpgradeNotStarted.
 */
export async function upgrade(
  superuser: Sql,
  secrets: Secrets,
  dataDir: string,
  { migrationsDir, withoutBackup, patience }: UpgradeOptions = {},
): Promise<Upgraded> {
  const [first] = await pendingMigrations(superuser, migrationsDir);
  const version = first?.split('_')[0];
  const isNew = (await appliedMigrations(superuser)).length === 0;
  if (version === undefined || isNew || version === withoutBackup) {
    return { ran: await migrate(superuser, migrationsDir), backup: null };
  }
  const backup = await backUpBefore(version, superuser, secrets, dataDir, patience);
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

async function backUpBefore(
  version: string,
  superuser: Sql,
  secrets: Secrets,
  dataDir: string,
  patience: Patience | undefined,
): Promise<string> {
  const folder = folderOf(dataDir);
  const file = join(folder, `before-${version}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    dropDrafts(folder);
    await writeBackup(superuser, secrets, file, patience);
    return file;
  } catch (error) {
    throw new UpgradeNotStarted(explainFailure(error, file), version);
  }
}

/** A start that was killed leaves its draft. A service that is killed again and again would fill the disk. */
function dropDrafts(folder: string): void {
  const drafts = readdirSync(folder).filter((name) => /^before-\d+-.+\.new$/.test(name));
  for (const name of drafts) rmSync(join(folder, name));
}

function dropOldBackups(dataDir: string): void {
  const folder = folderOf(dataDir);
  const moment = (name: string) => /^before-\d+-(.+)\.backup$/.exec(name)?.[1];
  const ours = readdirSync(folder).flatMap((name) => ({ name, at: moment(name) ?? '' }));
  const sorted = ours.filter(({ at }) => at !== '').sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { name } of sorted.slice(0, -KEPT_BACKUPS)) rmSync(join(folder, name));
}

const folderOf = (dataDir: string) => join(dataDir, 'backups');
