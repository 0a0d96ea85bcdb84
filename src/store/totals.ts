/**
 * Totals beside the pages: for each month of a scope, cents and count by type, category and budget. Money is integer
 * cents; a sum is changed by what changed and never computed in floats. A month whose rows are not on this device has
 * the server's totals.
 */

import type { TransactionRow } from '#domain/rows';
import type { SumLine } from '#domain/totals';
import type { Database } from './database.ts';

export interface MonthTotals {
  scope: string;
  month: string;
  lines: SumLine[];
}

type StoredLine = [type: SumLine['type'], category: string, budgetId: string | null, cents: number, count: number];

/** How lines are stored: the names of their fields would be half of what a balance has to read. */
export const LINES_WITHOUT_NAMES = {
  pack: ({ type, category, budgetId, cents, count }: SumLine): StoredLine => [type, category, budgetId, cents, count],
  unpack: ([type, category, budgetId, cents, count]: StoredLine): SumLine => ({
    type,
    category,
    budgetId,
    cents,
    count,
  }),
};

/** Totals of a scope's months, oldest first; all months when no bounds are given. Bounds are inclusive months. */
export function readTotals(db: Database, scope: string, from?: string, to?: string): Promise<MonthTotals[]> {
  return db.totals
    .where('[scope+month]')
    .between([scope, from ?? ''], [scope, to ?? []], true, true)
    .toArray();
}

/** The totals of these rows. */
export function totalLines(rows: TransactionRow[]): SumLine[] {
  const lines = new Map<string, SumLine>();
  for (const row of rows) {
    const key = `${row.type} ${row.budgetId} ${row.category}`;
    const line = lines.get(key);
    if (line) {
      line.cents += row.amount;
      line.count += 1;
    } else {
      const { type, category, budgetId } = row;
      lines.set(key, { type, category, budgetId, cents: row.amount, count: 1 });
    }
  }
  return [...lines.values()];
}

/** What takes these lines away when it is added. */
export function negated(lines: readonly SumLine[]): SumLine[] {
  return lines.map((line) => ({ ...line, cents: -line.cents, count: -line.count }));
}

/** Adds a row to these lines, or takes it out of them; a line may go below zero when they stand for a difference. */
export function countRow(lines: SumLine[], row: TransactionRow, sign: 1 | -1): void {
  const { type, category, budgetId } = row;
  addLine(lines, { type, category, budgetId, cents: sign * row.amount, count: sign });
}

/** A month's totals; none when it has no rows. */
export async function readLines(db: Database, scope: string, month: string): Promise<SumLine[]> {
  return (await db.totals.get([scope, month]))?.lines ?? [];
}

/** Lines with a difference added; those of which nothing is left are gone. */
export function sumOf(lines: readonly SumLine[], difference: readonly SumLine[]): SumLine[] {
  const sums = lines.map((line) => ({ ...line }));
  for (const change of difference) addLine(sums, change);
  return sums.filter((line) => line.count !== 0);
}

/** Puts a month's totals in the place of those that stand; a month without rows has none. */
export async function putTotals(db: Database, totals: MonthTotals): Promise<void> {
  if (totals.lines.length > 0) await db.totals.put(totals);
  else await db.totals.delete([totals.scope, totals.month]);
}

function addLine(lines: SumLine[], added: SumLine): void {
  const line = lines.find((one) => sameLine(one, added));
  if (line) {
    line.cents += added.cents;
    line.count += added.count;
  } else lines.push(added);
}

/** Whether both say the same, in whatever order. */
export function sameLines(a: SumLine[], b: SumLine[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => sameLine(one, other) && sameSum(one, other)));
}

function sameSum(a: SumLine, b: SumLine): boolean {
  return a.cents === b.cents && a.count === b.count;
}

function sameLine(a: SumLine, b: SumLine): boolean {
  return a.type === b.type && a.category === b.category && a.budgetId === b.budgetId;
}
