/**
 * Splits: a transaction whose amount is divided over several categories. It is one row with lines. Its own category
 * says only that it is split; what counts by category are its lines. Amounts are integer cents.
 */

import type { TransactionLine, TransactionRow } from '../rows.ts';
import { formatMoney } from './money.ts';

/** The category of every row that has lines. */
export const SPLIT = 'Split';
export const FEWEST_LINES = 2;
export const MOST_LINES = 50;

/** What of a row counts in one category. */
export type CountedPart = Pick<TransactionRow, 'accountId' | 'type' | 'refund' | 'category' | 'budgetId' | 'nature'> & {
  cents: number;
};

/** The row itself, or each of its lines: what totals, budgets, reports and filters count by category. */
export function countedParts(row: TransactionRow): CountedPart[] {
  const { accountId, type, refund, category, budgetId, nature, amount, lines } = row;
  const whole = { accountId, type, refund, category, budgetId, nature, cents: amount };
  return lines ? lines.map((line) => ({ ...whole, category: line.category, cents: line.cents })) : [whole];
}

/** The names of the categories in which the row counts, each once, in the order of its lines. */
export function categoriesOf({ category, lines }: Pick<TransactionRow, 'category' | 'lines'>): string[] {
  return lines ? [...new Set(lines.map((line) => line.category))] : [category];
}

/** The lines, each under another name where `rename` gives it one; the same lines when it gives none. */
export function renamedLines(
  lines: readonly TransactionLine[],
  rename: (category: string) => string,
): TransactionLine[] {
  return lines.map((line) => {
    const category = rename(line.category);
    return category === line.category ? line : { ...line, category };
  });
}

/** The lines of a split transaction: "Food $20.00, Home $480.00 (lamp)". */
export function linesInWords(lines: readonly TransactionLine[]): string {
  return lines
    .map(({ category, cents, note }) => `${category} ${formatMoney(cents)}${note && ` (${note})`}`)
    .join(', ');
}

/** The category of a transaction for a spreadsheet; of a split with its lines: "Split: Food $20.00, Home $480.00". */
export function categoryInWords({ category, lines }: Pick<TransactionRow, 'category' | 'lines'>): string {
  return lines ? `${category}: ${linesInWords(lines)}` : category;
}

/** What of the amount no line has yet; below zero when the lines have more. In cents. */
export function leftToAssign(amount: number, lines: readonly Pick<TransactionLine, 'cents'>[]): number {
  return lines.reduce((left, { cents }) => left - cents, amount);
}

/** Whether both have the same lines in the same order. */
export function sameLines(one: readonly TransactionLine[], other: readonly TransactionLine[]): boolean {
  return one.length === other.length && one.every((line, at) => sameLine(line, other[at]));
}

function sameLine(one: TransactionLine, other: TransactionLine | undefined): boolean {
  if (!other || one.id !== other.id) return false;
  return one.category === other.category && one.cents === other.cents && one.note === other.note;
}
