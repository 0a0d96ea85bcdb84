/**
 * Counts transactions from their rows alone, by arithmetic of its own. Everything that the product adds up is held
 * against it (G7).
 */

import type { SumLine } from '#domain/money/totals';
import type { TransactionRow } from '#domain/rows';

type Counted = Pick<TransactionRow, 'nature' | 'type' | 'refund' | 'category' | 'budgetId' | 'amount' | 'lines'> & {
  namedAfter?: number;
};

/** What of a row counts in one category: integer cents, whether the row counts there, and of how many parts. */
interface Part {
  category: string;
  cents: number;
  rows: number;
  parts: number;
}

/** Lines of totals as text, sorted, so that two recounts compare in any order. */
export function countedLines(rows: readonly Counted[], place = ''): string[] {
  const sums = new Map<string, { cents: number; rows: number; parts: number }>();
  for (const { nature, type, refund, budgetId, namedAfter, ...row } of rows) {
    for (const { category, cents, rows, parts } of partsOf(row)) {
      const key = [place, nature, type, refund, category, budgetId, namedAfter].join(' | ');
      const sum = sums.get(key) ?? { cents: 0, rows: 0, parts: 0 };
      sums.set(key, { cents: sum.cents + cents, rows: sum.rows + rows, parts: sum.parts + parts });
    }
  }
  return [...sums].map(([key, { cents, rows, parts }]) => `${key} | ${cents} | ${rows} | ${parts}`).sort();
}

/**
 * The lines without the number of rows. A split row counts as a row under "Split", which a waiting rename may also mean
 * as the name of a category: totals do not tell the two apart before the server has renamed.
 */
export function withoutRows(lines: readonly string[]): string[] {
  const bare = lines.map((line) => line.split(' | ').toSpliced(-2, 1).join(' | '));
  return bare.filter((line) => !line.endsWith(' | 0 | 0')).sort();
}

/** Lines of totals that the product has, as the same text. */
export function storedLines(lines: readonly (SumLine & { namedAfter?: number })[], place = ''): string[] {
  return lines
    .map(({ nature, type, refund, category, budgetId, namedAfter, cents, count, lines }) => {
      return [place, nature, type, refund, category, budgetId, namedAfter, cents, count, lines].join(' | ');
    })
    .sort();
}

function partsOf({ category, amount, lines }: Pick<Counted, 'category' | 'amount' | 'lines'>): Part[] {
  if (!lines) return [{ category, cents: amount, rows: 1, parts: 1 }];
  const ofLines = lines.map((line) => ({ category: line.category, cents: line.cents, rows: 0, parts: 1 }));
  return [{ category, cents: 0, rows: 1, parts: 0 }, ...ofLines];
}

export interface Counts {
  /** Integer cents of regular rows. */
  income: number;
  expense: number;
  /** Integer cents that came in minus those that went out, of all natures. */
  balance: number;
  /** Number of rows. */
  count: number;
}

/** The sums of these rows. */
export function counted(rows: readonly Pick<TransactionRow, 'nature' | 'type' | 'refund' | 'amount'>[]): Counts {
  const counts: Counts = { income: 0, expense: 0, balance: 0, count: rows.length };
  for (const { nature, type, refund, amount } of rows) {
    counts.balance += type === 'income' ? amount : 0 - amount;
    if (nature !== 'regular') continue;
    // Money back was never spent, and what was paid back was never earned.
    if (refund && type === 'income') counts.expense -= amount;
    else if (refund) counts.income -= amount;
    else if (type === 'income') counts.income += amount;
    else counts.expense += amount;
  }
  return counts;
}

/** By type and category: the signed cents of regular rows and lines, and how many they are. */
export function countedCategories(rows: readonly Counted[]): string[] {
  const sums = new Map<string, { cents: number; parts: number }>();
  for (const { nature, type, refund, ...row } of rows) {
    if (nature !== 'regular') continue;
    const side = (type === 'income') === refund ? 'expense' : 'income';
    for (const { category, cents, parts } of partsOf(row)) {
      if (parts === 0) continue;
      const sum = sums.get(`${side} ${category}`) ?? { cents: 0, parts: 0 };
      const signed = type === 'income' ? cents : 0 - cents;
      sums.set(`${side} ${category}`, { cents: sum.cents + signed, parts: sum.parts + parts });
    }
  }
  return [...sums].map(([key, { cents, parts }]) => `${key} ${cents} ${parts}`).sort();
}
