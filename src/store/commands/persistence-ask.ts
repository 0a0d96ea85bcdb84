/** Command `persistence.ask`. */
import type { Database } from '../database/database.ts';
import { askForPersistence, readPersistence } from '../database/persistence.ts';

/** Asks the browser to keep this device's data. The answer becomes a row, after the user has decided. */
export async function askToKeepData(db: Database): Promise<void> {
  await askForPersistence(db);
}

/**
 * Asks after a worker wrote: a worker cannot ask, and these may be the first entries of the device. A browser that has
 * answered is not asked again, and nothing waits for one that fails.
 */
export async function askToKeepNewData(db: Database): Promise<void> {
  if ((await readPersistence(db)) === null) await askToKeepData(db).catch(() => {});
}
