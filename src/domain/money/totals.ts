/** Sums over lines of totals, in integer cents. Income and expense are both counted upwards. */

import { categoryType } from '../refunds.ts';
import type { Nature, TransactionType } from '../rows.ts';

/** The sum and numbers of transactions and lines of which all but the amount is the same. */
export interface SumLine {
  nature: Nature;
  type: TransactionType;
  /** Its category is of the other type. */
  refund: boolean;
  category: string;
  budgetId: string | null;
  cents: number;
  /** Number of transactions. A split one is under its own category, without its money. */
  count: number;
  /** Number of what counts in this category: whole transactions, and lines of split ones, each where it belongs. */
  lines: number;
}

export interface Summary {
  /** Of regular transactions, without what was paid back. */
  income: number;
  /** Of regular transactions, without what came back. */
  expense: number;
  /** What came in minus what went out, of every nature. */
  balance: number;
  /** Number of transactions of every nature. */
  count: number;
}

export function summarize(lines: Iterable<Pick<SumLine, 'nature' | 'type' | 'refund' | 'cents' | 'count'>>): Summary {
  const summary: Summary = { income: 0, expense: 0, balance: 0, count: 0 };
  for (const line of lines) {
    const { nature, type, refund, cents, count } = line;
    if (nature === 'regular') summary[categoryType(line)] += refund ? -cents : cents;
    summary.balance += type === 'income' ? cents : -cents;
    summary.count += count;
  }
  return summary;
}

/** All of them together. */
export function addSums(all: readonly Summary[]): Summary {
  const sum: Summary = { income: 0, expense: 0, balance: 0, count: 0 };
  for (const one of all) {
    sum.income += one.income;
    sum.expense += one.expense;
    sum.balance += one.balance;
    sum.count += one.count;
  }
  return sum;
}
