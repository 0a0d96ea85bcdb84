/** The spreadsheet file of a report: title, period, scope, summary and category breakdown (specification, point 9). */

import type { Period } from '../dates/dates.ts';
import { type CsvCell, toCsv } from '../money/csv.ts';
import type { CategoryFilter, OtherKind, Report } from './report.ts';

/** `financial-report-2026-03-05.csv`; `today` is a calendar date. */
export function reportFileName(today: string): string {
  return `financial-report-${today}.csv`;
}

/** The labels beside the numbers, in the reader's language. */
export interface ReportWords {
  title: string;
  period: string;
  scope: string;
  categories: string;
  allCategories: string;
  summary: string;
  amount: string;
  totalIncome: string;
  totalExpenses: string;
  netChange: string;
  /** What is neither income nor expense, and no part of the net change. */
  netOf: Record<OtherKind, string>;
  category: string;
  type: string;
  income: string;
  expense: string;
}

/** The text of the file. The breakdown's amounts are signed and sum to the net change. */
export function reportCsv(
  report: Report,
  { period, scope, filter }: { period: Period; scope: string; filter: CategoryFilter },
  words: ReportWords,
): string {
  const rows: CsvCell[][] = [
    [words.title],
    [words.period, period.from, period.to],
    [words.scope, scope],
    [words.categories, filter === null ? words.allCategories : [...filter].sort().join(', ')],
    [],
    [words.summary, words.amount],
    [words.totalIncome, { cents: report.totalIncome }],
    [words.totalExpenses, { cents: report.totalExpense }],
    [words.netChange, { cents: report.netChange }],
    ...report.others.map(({ kind, cents }): CsvCell[] => [words.netOf[kind], { cents }]),
    [],
    [words.category, words.type, words.amount],
    ...report.categories.map(({ category, type, cents }): CsvCell[] => [category, words[type], { cents }]),
  ];
  return toCsv(rows);
}
