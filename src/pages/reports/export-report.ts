import type { Period } from '#domain/dates/dates';
import type { CategoryFilter, Report } from '#domain/reports/report';
import { reportCsv, reportFileName } from '#domain/reports/report-csv';
import { WORDS } from '#texts/pages/report-csv';
import { saveFile } from '#ui/save-file.ts';

/** Saves the report as a spreadsheet file; `today` is the date in its name. */
export function exportReport(
  report: Report,
  about: { period: Period; scope: string; filter: CategoryFilter },
  today: string,
): void {
  const file = new Blob([reportCsv(report, about, WORDS)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, reportFileName(today));
}
