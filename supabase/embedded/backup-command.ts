/**
 * `npm run backup -- <file>` writes the install of DATA_DIR (or of DATABASE_URL) into one file, whether it runs or not.
 * The file holds everything that people entered and the secrets of the install. Keep it as safe as the install.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { askedToStop } from './asked-to-stop.ts';
import { writeBackup } from './backup/backup.ts';
import { commandFailed } from './command-failed.ts';
import { readEnvironment } from './environment.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { type Database, joinEmbedded, openEmbedded, openExternal } from './postgres/database.ts';
import { loadSecrets } from './secrets.ts';

/** Runs before anything is opened, because opening creates an install that is not there. */
function refuseNothing(dataDir: string): void {
  if (!existsSync(join(dataDir, 'secrets.json'))) throw new Error(`There is no install in ${dataDir}. Set DATA_DIR.`);
}

type Opened = { database: Database; close: () => void };

async function open(dataDir: string, databaseUrl: string | undefined): Promise<Opened> {
  if (databaseUrl !== undefined) return { database: openExternal(databaseUrl), close: () => {} };
  try {
    const unlock = lockFolder(dataDir);
    return { database: await openEmbedded(dataDir), close: unlock };
  } catch (error) {
    if (error instanceof FolderInUse) return { database: joinEmbedded(dataDir), close: () => {} };
    throw error;
  }
}

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run backup -- <file>');
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnvironment();
  refuseNothing(dataDir);
  const signal = askedToStop();
  const { database, close } = await open(dataDir, databaseUrl);
  const sql = database.connect('supabase_admin', { max: 1 });
  try {
    await writeBackup(sql, await loadSecrets(dataDir), resolve(file), { signal });
    process.stdout.write(`${file} holds everything, with the secrets of this install. Keep it safe.\n`);
  } catch (error) {
    commandFailed(error); // the last steps may wait for the database for ever
  }
  await sql.end({ timeout: 1 });
  await database.stop();
  close();
} catch (error) {
  commandFailed(error);
}
