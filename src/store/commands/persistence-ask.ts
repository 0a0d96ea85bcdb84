/** Command `persistence.ask`. */
import type { Database } from '../database/database.ts';
import { askForPersistence } from '../database/persistence.ts';

/** Asks the browser to keep this device's data. The answer becomes a row, after the user has decided. */
export async function askToKeepData(db: Database): Promise<void> {
  await askForPersistence(db);
}
