import type { Database } from '#store/database/database';
import { saveFile } from '#ui/save-file.ts';
import { unsyncedCsv } from './unsynced-csv.ts';

/**
 * Saves a spreadsheet with everything that only this device has; `only` are the ids of the entries to write, when not
 * all are.
 */
export async function exportUnsynced(database: Database, only?: ReadonlySet<string>): Promise<void> {
  const file = new Blob([await unsyncedCsv(database, only)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, 'carryover-unsynced.csv');
}
