/** Sums by payee: what a description says to whom money went, or from whom it came. */

import { categoryType } from '../refunds.ts';
import type { TransactionLine, TransactionRow, TransactionType } from '../rows.ts';
import { searchedText } from '../search-text.ts';
import { byTypeAndSize, type CategoryFilter } from './report.ts';

export interface PayeeSum {
  /** As it was written last; empty for what has no description. */
  payee: string;
  /** That of the categories, so a refund counts where the money went. */
  type: TransactionType;
  /** Signed: income counts up, expense counts down. */
  cents: number;
  /** Transactions. */
  count: number;
}

/** Whether a category of this row counts in the report. */
type CountsIn = (row: TransactionRow, category: string) => boolean;

/** Sums while rows come, in no particular order. Names that differ in case or accents are one. */
export class Payees {
  private readonly found = new Map<string, PayeeSum & { date: string }>();

  /** Of a split row only the lines that count. What is neither income nor expense has no payee. */
  add(rows: readonly TransactionRow[], countsIn: CountsIn): void {
    for (const row of rows) {
      if (row.nature !== 'regular') continue;
      const cents = centsOf(row, countsIn);
      if (cents !== null) this.count(row, cents);
    }
  }

  /** Income first, the largest of each type first. */
  sums(): PayeeSum[] {
    return [...this.found.values()].map(({ date: _, ...sum }) => sum).sort(byTypeAndSize);
  }

  private count(row: TransactionRow, cents: number): void {
    const { description, date } = row;
    const type = categoryType(row);
    const key = `${type} ${searchedText(description)}`;
    const known = this.found.get(key);
    const sum = known ?? { payee: description, type, cents: 0, count: 0, date };
    if (!known) this.found.set(key, sum);
    if (date > sum.date) Object.assign(sum, { payee: description, date });
    sum.cents += row.type === 'income' ? cents : -cents;
    sum.count += 1;
  }
}

/** The test for the categories that a report is narrowed to. */
export function inFilter(filter: CategoryFilter): (category: string) => boolean {
  return (category) => filter === null || filter.has(category);
}

/** What of the row counts, in cents; null for none of it. */
function centsOf(row: TransactionRow, countsIn: CountsIn): number | null {
  if (!row.lines) return countsIn(row, row.category) ? row.amount : null;
  const lines = row.lines.filter(({ category }: TransactionLine) => countsIn(row, category));
  return lines.length > 0 ? lines.reduce((sum, { cents }) => sum + cents, 0) : null;
}
