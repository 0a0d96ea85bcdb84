import type { Period } from '#domain/dates';
import type { CategoryFilter, Report } from '#domain/report';
import { reportCsv, reportFileName } from '#domain/report-csv';

/** Hands the user the report as a file for spreadsheets; `today` is the date in its name. */
export function exportReport(
  report: Report,
  about: { period: Period; scope: string; filter: CategoryFilter },
  today: string,
): void {
  const file = new Blob([reportCsv(report, about)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = reportFileName(today);
  link.click();
  URL.revokeObjectURL(link.href);
}
