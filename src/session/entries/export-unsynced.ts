import type { Database } from '#store/database/database';
import * as failures from '#texts/failures';
import * as texts from '#texts/sync/unsynced';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toast';

/**
 * Saves a spreadsheet with everything that only this device has; `only` are the ids of the entries to write, when not
 * all are. The code that writes such files is loaded now; a toast tells when that fails.
 */
export async function exportUnsynced(database: Database, only?: ReadonlySet<string>): Promise<void> {
  const writer = await import('./unsynced-csv.ts').catch(() => null);
  if (!writer) {
    showToast({ title: texts.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
    return;
  }
  const file = new Blob([await writer.unsyncedCsv(database, only)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, 'carryover-unsynced.csv');
}
