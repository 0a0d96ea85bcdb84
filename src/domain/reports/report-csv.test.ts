import { expect, test } from 'vitest';
import { buildReport } from './report.ts';
import { type ReportWords, reportCsv, reportFileName } from './report-csv.ts';

const report = buildReport(
  [
    {
      date: '2026-03-01',
      lines: [
        {
          nature: 'regular' as const,
          type: 'income',
          refund: false,
          category: 'Salary',
          budgetId: null,
          cents: 100_000,
          count: 1,
          lines: 1,
        },
        {
          nature: 'regular' as const,
          type: 'expense',
          refund: false,
          category: '=Food',
          budgetId: null,
          cents: 1_234,
          count: 2,
          lines: 2,
        },
      ],
    },
  ],
  null,
);
const words: ReportWords = {
  title: 'Financial Report',
  period: 'Period',
  scope: 'Scope',
  categories: 'Categories',
  allCategories: 'All categories',
  summary: 'Summary',
  amount: 'Amount',
  totalIncome: 'Total Income',
  totalExpenses: 'Total Expenses',
  netChange: 'Net Change',
  netOf: { corrections: 'Opening balances and adjustments', transfers: 'Transfers, net' },
  category: 'Category',
  type: 'Type',
  income: 'Income',
  expense: 'Expense',
};
const period = { from: '2026-02-05', to: '2026-03-05' };

test('the file is named after the day it was made', () => {
  expect(reportFileName('2026-03-05')).toBe('financial-report-2026-03-05.csv');
});

test('the file says what is neither income nor expense below the net change', () => {
  const other = { category: 'Other', refund: false, budgetId: null, count: 1, lines: 1 };
  const lines = [
    { ...other, nature: 'transfer', type: 'expense', cents: 250 } as const,
    { ...other, nature: 'opening', type: 'income', cents: 120_000 } as const,
  ];
  const file = reportCsv(
    buildReport([{ date: '2026-03-01', lines }], null),
    { period, scope: 'A', filter: null },
    words,
  );
  expect(file).toContain(
    '\r\nNet Change,0.00\r\nOpening balances and adjustments,1200.00\r\n"Transfers, net",-2.50\r\n\r\n',
  );
});

test('the file holds title, period, scope, summary and category breakdown', () => {
  expect(reportCsv(report, { period, scope: 'Account: Personal', filter: null }, words)).toBe(
    [
      '\uFEFFFinancial Report',
      'Period,2026-02-05,2026-03-05',
      'Scope,Account: Personal',
      'Categories,All categories',
      '',
      'Summary,Amount',
      'Total Income,1000.00',
      'Total Expenses,12.34',
      'Net Change,987.66',
      '',
      'Category,Type,Amount',
      'Salary,Income,1000.00',
      "'=Food,Expense,-12.34",
      '',
    ].join('\r\n'),
  );
});

test('the file names the categories that it is narrowed to', () => {
  const csv = reportCsv(report, { period, scope: 'All accounts', filter: new Set(['Salary', 'Food']) }, words);
  expect(csv).toContain('Categories,"Food, Salary"\r\n');
});
