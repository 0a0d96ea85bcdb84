import type { Database } from '#store/database/database';
import { readAllEntries } from '#store/queries/copies/own-data';
import * as texts from '#texts/auth/sign-in-settings';
import * as failures from '#texts/failures';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toast';
import { entriesCsv } from './entries-csv.ts';

/** Saves a spreadsheet with every entry of every account on this device. A notice says when older ones are missing. */
export async function exportEntries(database: Database): Promise<void> {
  try {
    const entries = await readAllEntries(database);
    const file = new Blob([entriesCsv(entries)], { type: 'text/csv;charset=utf-8' });
    saveFile(file, 'carryover-entries.csv');
    if (!entries.complete) showToast({ title: texts.EXPORT_PART, description: texts.EXPORT_PART_WHY, tone: 'info' });
  } catch {
    showToast({ title: texts.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
  }
}
