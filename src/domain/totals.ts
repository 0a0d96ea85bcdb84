/** Sums over lines of totals, in integer cents. Income and expense are both counted upwards. */
import type { TransactionType } from './rows.ts';

/** The sum and number of transactions with the same type, category and budget of contribution. */
export interface SumLine {
  type: TransactionType;
  category: string;
  budgetId: string | null;
  cents: number;
  count: number;
}

export interface Summary {
  income: number;
  expense: number;
  /** Income minus expense. */
  balance: number;
  count: number;
}

export function summarize(lines: Iterable<Pick<SumLine, 'type' | 'cents' | 'count'>>): Summary {
  const summary: Summary = { income: 0, expense: 0, balance: 0, count: 0 };
  for (const { type, cents, count } of lines) {
    summary[type] += cents;
    summary.count += count;
  }
  summary.balance = summary.income - summary.expense;
  return summary;
}
