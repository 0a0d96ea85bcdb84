/** The spreadsheet file of a report: title, period, scope, summary and category breakdown (specification, point 9). */
import { type CsvCell, toCsv } from './csv.ts';
import type { Period } from './dates.ts';
import type { CategoryFilter, Report } from './report.ts';

/** `financial-report-2026-03-05.csv`; `today` is a calendar date. */
export function reportFileName(today: string): string {
  return `financial-report-${today}.csv`;
}

/** The text of the file. The breakdown's amounts are signed and sum to the net change. */
export function reportCsv(
  report: Report,
  { period, scope, filter }: { period: Period; scope: string; filter: CategoryFilter },
): string {
  const categories = filter === null ? 'All categories' : [...filter].sort().join(', ');
  const rows: CsvCell[][] = [
    ['Financial Report'],
    ['Period', period.from, period.to],
    ['Scope', scope],
    ['Categories', categories],
    [],
    ['Summary', 'Amount'],
    ['Total Income', { cents: report.totalIncome }],
    ['Total Expenses', { cents: report.totalExpense }],
    ['Net Change', { cents: report.netChange }],
    [],
    ['Category', 'Type', 'Amount'],
    ...report.categories.map(({ category, type, cents }): CsvCell[] => [
      category,
      type === 'income' ? 'Income' : 'Expense',
      { cents },
    ]),
  ];
  return toCsv(rows);
}
