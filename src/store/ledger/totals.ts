/**
 * Totals beside the pages: for each month of a scope, cents and the numbers of transactions and lines, by nature, type,
 * refund, category and budget. Money is integer cents. A sum changes by the amounts that changed. A month whose rows
 * are not on this device has the server's totals.
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

/** The first and the last month of all scopes that have totals; null without any. Reads only keys. */
export async function spanOfTotals(db: Database): Promise<{ first: string; last: string } | null> {
  const months = (await db.totals.toCollection().primaryKeys()).map(([, month]) => month).sort();
  const [first, last] = [months.at(0), months.at(-1)];
  return first !== undefined && last !== undefined ? { first, last } : null;
}

/** The totals of these rows. Most rows add to a line that is there, so nothing is made for them. */
export function totalLines(rows: readonly StoredRow[]): StoredLine[] {
  // By category: keys of all that tells lines apart would take six times as long.
  const found = new Map<string, StoredLine[]>();
  for (const row of rows) {
    const line = row.lines ? undefined : found.get(row.category)?.find((one) => sameLine(one, row));
    if (line) {
      line.cents += row.amount;
      line.count += 1;
      line.lines += 1;
    } else for (const part of partsOf(row)) put(found, part);
  }
  return [...found.values()].flat();
}

function put(found: Map<string, StoredLine[]>, part: StoredLine): void {
  const ofCategory = found.get(part.category);
  if (ofCategory) addLine(ofCategory, part);
  else found.set(part.category, [part]);
}

/** The lines that cancel these out when they are added. */
export function negated(lines: readonly StoredLine[]): StoredLine[] {
  return lines.map((line) => ({ ...line, cents: -line.cents, count: -line.count, lines: -line.lines }));
}

/** Adds a row to these lines, or subtracts it. A line may go below zero when the lines are a difference. */
export function countRow(lines: StoredLine[], row: StoredRow, sign: 1 | -1): void {
  for (const part of sign === 1 ? partsOf(row) : negated(partsOf(row))) addLine(lines, part);
}

/** What a row adds to totals: one line of them, or, of a split row, the row without its money and each of its lines. */
function partsOf({ nature, type, refund, category, budgetId, amount, namedAfter, lines }: StoredRow): StoredLine[] {
  const row = { nature, type, refund, category, budgetId, ...(namedAfter !== undefined && { namedAfter }) };
  if (!lines) return [{ ...row, cents: amount, count: 1, lines: 1 }];
  const parts = lines.map((line) => ({ ...row, category: line.category, cents: line.cents, count: 0, lines: 1 }));
  return [{ ...row, cents: 0, count: 1, lines: 0 }, ...parts];
}

function add(line: StoredLine, { cents, count, lines }: StoredLine): void {
  line.cents += cents;
  line.count += count;
  line.lines += lines;
}

/** A month's totals; empty when it has no rows. */
export async function readLines(db: Database, scope: string, month: string): Promise<StoredLine[]> {
  return (await db.totals.get([scope, month]))?.lines ?? [];
}

/** Adds a difference to lines. Lines that become empty are dropped. */
export function sumOf(lines: readonly StoredLine[], difference: readonly StoredLine[]): StoredLine[] {
  const sums = lines.map((line) => ({ ...line }));
  for (const change of difference) addLine(sums, change);
  return sums.filter(isThere);
}

/** Replaces a month's totals. A month without rows has no record. */
export async function putTotals(db: Database, totals: MonthTotals): Promise<void> {
  if (totals.lines.length > 0) await db.totals.put(totals);
  else await db.totals.delete([totals.scope, totals.month]);
}

function addLine(lines: StoredLine[], added: StoredLine): void {
  const line = lines.find((one) => sameLine(one, added));
  if (line) add(line, added);
  else lines.push(added);
}

/** Whether a line counts anything. In a difference, cents may move between rows whose number stays. */
export function isThere({ cents, count, lines }: StoredLine): boolean {
  return cents !== 0 || count !== 0 || lines !== 0;
}

/** Whether both have the same lines, in any order. */
export function sameLines(a: StoredLine[], b: StoredLine[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => sameLine(one, other) && sameSum(one, other)));
}

function sameSum(a: StoredLine, b: StoredLine): boolean {
  return a.cents === b.cents && a.count === b.count && a.lines === b.lines;
}

function sameLine(a: StoredLine | StoredRow, b: StoredLine | StoredRow): boolean {
  const sameName = a.category === b.category && a.namedAfter === b.namedAfter;
  const sameSide = a.nature === b.nature && a.type === b.type && a.refund === b.refund;
  return sameName && sameSide && a.budgetId === b.budgetId;
}
