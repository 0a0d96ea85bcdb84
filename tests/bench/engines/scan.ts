/** How engines without their own answers use the rows that they read. */
import { type SampleRow, signed } from '../sample-rows.ts';
import type { SortColumn } from './engine.ts';

export function matches(text: string): (row: Pick<SampleRow, 'description' | 'category'>) => boolean {
  return ({ description, category }) =>
    description.toLowerCase().includes(text) || category.toLowerCase().includes(text);
}

const collator = new Intl.Collator('en', { numeric: true });

/** Orders rows as lists do: an expense counts below zero. Returns the sum of the first hundred, in cents. */
export function byColumn(rows: SampleRow[], column: SortColumn): number {
  const compare = (a: SampleRow, b: SampleRow) =>
    column === 'amount' ? signed(a) - signed(b) : collator.compare(a[column], b[column]);
  return firstHundred(rows.sort((a, b) => compare(a, b) || newestFirst(a, b)));
}

/** Newest first, then in the order of the ledger for equal days. */
export function newestFirst(a: SampleRow, b: SampleRow): number {
  return collator.compare(b.date, a.date) || collator.compare(a.id, b.id);
}

/** Cents of the first hundred rows. The sum shows whether two engines put the same rows first. */
export function firstHundred(rows: readonly Pick<SampleRow, 'amount'>[]): number {
  return rows.slice(0, 100).reduce((sum, { amount }) => sum + amount, 0);
}

export function categorySums(rows: Iterable<SampleRow>): { count: number; cents: number } {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row.category, (sums.get(row.category) ?? 0) + signed(row));
  return { count: sums.size, cents: [...sums.values()].reduce((sum, cents) => sum + cents, 0) };
}
