import type { ReportWords } from '#domain/reports/report-csv';
import * as terms from '../terms.ts';
import { NET_OF } from '../transactions/transaction-kinds.ts';
import * as reports from './reports.ts';

/** What stands beside the numbers in a report's file. */
export const WORDS: ReportWords = {
  title: reports.TITLE,
  period: 'Period',
  scope: 'Scope',
  categories: reports.CATEGORIES,
  allCategories: terms.ALL_CATEGORIES,
  summary: 'Summary',
  amount: terms.AMOUNT,
  totalIncome: terms.TOTAL_INCOME,
  totalExpenses: terms.TOTAL_EXPENSES,
  netChange: reports.NET_CHANGE,
  netOf: NET_OF,
  category: terms.CATEGORY,
  type: terms.TYPE,
  income: terms.INCOME,
  expense: terms.EXPENSE,
};
