/**
 * Totals beside the pages: for each month of a scope, cents and count by type, category and budget. Money is integer
 * cents. A sum changes by the amounts that changed. A month whose rows are not on this device has the server's totals.
 */

import type { Database } from '../database/database.ts';
import type { MonthTotals, StoredLine, StoredRow } from '../database/records.ts';

/** Totals of a scope's months as stored, oldest first; all months when no bounds are given. Bounds are inclusive. */
export function readStoredTotals(db: Database, scope: string, from?: string, to?: string): Promise<MonthTotals[]> {
  return db.totals
    .where('[scope+month]')
    .between([scope, from ?? ''], [scope, to ?? []], true, true)
    .toArray();
}

/** The months of a scope that have totals, oldest first; reads only keys. */
export async function monthsWithTotals(db: Database, scope: string): Promise<string[]> {
  const keys = await db.totals.where('[scope+month]').between([scope], [scope, []]).primaryKeys();
  return keys.map(([, month]) => month);
}

/** The totals of these rows. */
export function totalLines(rows: readonly StoredRow[]): StoredLine[] {
  const lines = new Map<string, StoredLine>();
  for (const row of rows) {
    const key = `${row.type} ${row.budgetId} ${row.namedAfter} ${row.category}`;
    const line = lines.get(key);
    if (line) {
      line.cents += row.amount;
      line.count += 1;
    } else lines.set(key, lineOf(row, 1));
  }
  return [...lines.values()];
}

/** The lines that cancel these out when they are added. */
export function negated(lines: readonly StoredLine[]): StoredLine[] {
  return lines.map((line) => ({ ...line, cents: -line.cents, count: -line.count }));
}

/** Adds a row to these lines, or subtracts it. A line may go below zero when the lines are a difference. */
export function countRow(lines: StoredLine[], row: StoredRow, sign: 1 | -1): void {
  addLine(lines, lineOf(row, sign));
}

function lineOf({ type, category, budgetId, amount, namedAfter }: StoredRow, sign: 1 | -1): StoredLine {
  const line = { type, category, budgetId, cents: sign * amount, count: sign };
  return namedAfter === undefined ? line : { ...line, namedAfter };
}

/** A month's totals; empty when it has no rows. */
export async function readLines(db: Database, scope: string, month: string): Promise<StoredLine[]> {
  return (await db.totals.get([scope, month]))?.lines ?? [];
}

/** Adds a difference to lines. Lines that become empty are dropped. */
export function sumOf(lines: readonly StoredLine[], difference: readonly StoredLine[]): StoredLine[] {
  const sums = lines.map((line) => ({ ...line }));
  for (const change of difference) addLine(sums, change);
  return sums.filter((line) => line.count !== 0);
}

/** Replaces a month's totals. A month without rows has no record. */
export async function putTotals(db: Database, totals: MonthTotals): Promise<void> {
  if (totals.lines.length > 0) await db.totals.put(totals);
  else await db.totals.delete([totals.scope, totals.month]);
}

function addLine(lines: StoredLine[], added: StoredLine): void {
  const line = lines.find((one) => sameLine(one, added));
  if (line) {
    line.cents += added.cents;
    line.count += added.count;
  } else lines.push(added);
}

/** Whether both have the same lines, in any order. */
export function sameLines(a: StoredLine[], b: StoredLine[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => sameLine(one, other) && sameSum(one, other)));
}

function sameSum(a: StoredLine, b: StoredLine): boolean {
  return a.cents === b.cents && a.count === b.count;
}

function sameLine(a: StoredLine, b: StoredLine): boolean {
  const sameName = a.category === b.category && a.namedAfter === b.namedAfter;
  return sameName && a.type === b.type && a.budgetId === b.budgetId;
}
