import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { atMost } from '../at-most.ts';
import { lockFolder } from '../folder-lock.ts';
import { type Database, openEmbedded, openExternal } from '../postgres/database.ts';
import { appliedMigrations, migrate, repeatMigrations } from '../postgres/migrate.ts';
import { saveSecrets } from '../secrets.ts';
import { listTables } from './backup.ts';
import { type BackupHeader, checkBackup, UnreadableBackup } from './backup-file.ts';
import { takeRows } from './take-rows.ts';

export type RestoreOptions = {
  file: string;
  dataDir: string;
  databaseUrl?: string;
  /** Puts existing data aside instead of refusing. */
  force: boolean;
  migrationsDir?: string;
};

/** There is data already, and nobody said that it may be replaced. */
export class NotEmpty extends Error {
  constructor(where: string, remedy: string) {
    super(`There is data in ${where}. ${remedy}`);
    this.name = 'NotEmpty';
  }
}

/** A restore stopped after it put the old data aside and before the new data was in place. */
export class HalfRestored extends Error {
  constructor(dataDir: string) {
    super(`A restore into ${dataDir} was interrupted. Run it again. The earlier data is in a folder replaced-… there.`);
    this.name = 'HalfRestored';
  }
}

/**
 * Restores a backup in this release's form, under a new epoch. Devices then fetch everything afresh, and keep what the
 * server lost. Everything is first made in a folder of its own. Existing data is put aside and never removed. Returns
 * the folder that holds it, or null when there was none.
 *
 * Throws UnreadableBackup, FolderInUse, NotEmpty, UnsafeDatabase, MigrationUnknown (the backup is of a later release)
 * or MigrationChanged. Nothing was changed then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<string | null> {
  const dataDir = resolve(options.dataDir);
  // A pipe can be read only once, and never ends if nobody writes.
  if (!statSync(options.file).isFile()) throw new UnreadableBackup(options.file);
  const header = await checkBackup(options.file);
  const unlock = lockFolder(dataDir);
  try {
    if (options.databaseUrl !== undefined) {
      await fill(openExternal(options.databaseUrl), options, header);
      return await putInPlace(dataDir, null, header);
    }
    if (!options.force && existsSync(join(dataDir, 'postgres'))) {
      throw new NotEmpty(dataDir, 'Say --force to put it aside and restore.');
    }
    const draft = draftFolder(dataDir);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o755 });
    await fill(await openEmbedded(draft), options, header);
    return await putInPlace(dataDir, join(draft, 'postgres'), header);
  } finally {
    unlock();
  }
}

/** Throws HalfRestored, so that a start does not take an interrupted restore for a new install. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(draftFolder(dataDir), 'postgres')) && !existsSync(join(dataDir, 'postgres'))) {
    throw new HalfRestored(dataDir);
  }
}

const draftFolder = (dataDir: string) => join(dataDir, 'restoring');

async function fill(database: Database, { file, migrationsDir }: RestoreOptions, header: BackupHeader): Promise<void> {
  const sql = database.connect('supabase_admin', { max: 1 });
  const end = async () => {
    await sql.end({ timeout: 1 });
    await database.stop();
  };
  try {
    // The tables may be ours or another program's. They would be emptied before the backup's rows come.
    if ((await appliedMigrations(sql)).length > 0 || (await listTables(sql)).length > 0) {
      throw new NotEmpty('the database', 'Make an empty one and restore into that.');
    }
    await database.refuseUnsafe(sql);
    await repeatMigrations(sql, header.migrations, migrationsDir);
    await takeRows(sql, file);
    await migrate(sql, migrationsDir);
    await sql`select public.change_epoch()`;
    await sql`analyze`;
  } catch (error) {
    // The error may be that the database does not answer. Then it does not stop either.
    await atMost(10_000, end());
    throw error;
  }
  await end();
}

/** Ends with two renames. Between them the folder looks new, and `refuseHalfRestored` recognises that. */
async function putInPlace(dataDir: string, cluster: string | null, { secrets }: BackupHeader): Promise<string | null> {
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  // The data moves first. Data without secrets would look like an install that lost them, and would get new ones.
  const replaced = [...(cluster === null ? [] : ['postgres']), 'secrets.json'].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  if (replaced.length > 0) await mkdir(aside, { mode: 0o711 });
  for (const name of replaced) await rename(join(dataDir, name), join(aside, name));
  saveSecrets(dataDir, secrets);
  if (cluster !== null) await rename(cluster, join(dataDir, 'postgres'));
  await rm(draftFolder(dataDir), { recursive: true, force: true });
  return replaced.length > 0 ? aside : null;
}
