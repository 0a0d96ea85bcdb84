import type { Period } from '#domain/dates/dates';
import type { CategoryFilter, Report } from '#domain/reports/report';
import * as failures from '#texts/failures';
import { WORDS } from '#texts/pages/report-csv';
import * as texts from '#texts/pages/reports';
import { saveFile } from '#ui/save-file.ts';
import { showToast } from '#ui/toast';

/**
 * Saves the report as a spreadsheet file; `today` is the date in its name. The code that writes such files is loaded
 * now, because few readers export. A toast tells when that fails.
 */
export async function exportReport(
  report: Report,
  about: { period: Period; scope: string; filter: CategoryFilter },
  today: string,
): Promise<void> {
  const csv = await import('#domain/reports/report-csv').catch(() => null);
  if (!csv) {
    showToast({ title: texts.EXPORT_FAILED_TITLE, description: failures.TRY_AGAIN, tone: 'error' });
    return;
  }
  const file = new Blob([csv.reportCsv(report, about, WORDS)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, csv.reportFileName(today));
}
