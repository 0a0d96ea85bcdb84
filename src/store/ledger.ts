/**
 * The ledger of a user: pages of transactions, beside each month its totals, and beside all of them the sums of the scope, in integer
 * cents and changed in the same transaction as the page. Only the five files of the ledger (this, page, month-book, totals, sums)
 * touch those tables.
 * They know nothing of the outbox: what they are told to write, they write.
 */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import type { SumLine } from '#domain/totals';
import type { Database } from './database.ts';
import { MonthBook } from './month-book.ts';
import { compareRows, type Page, pagesOf } from './page.ts';
import { changeSums, readSums, recountSums } from './sums.ts';
import { type MonthTotals, negated, putTotals, readLines, sameLines, totalLines } from './totals.ts';

export { MonthBook, MonthBooks } from './month-book.ts';
export {
  compareRows,
  newestPages,
  type Page,
  type PageName,
  type Place,
  pageDirectory,
  readMonthPages,
  readPage,
  readPages,
  readScope,
} from './page.ts';
export { countSums, readSums, recountSums } from './sums.ts';
export { type MonthTotals, readTotals, totalLines } from './totals.ts';

/**
 * The bulk path of a first pull: writes whole months of a scope that have no pages here, and their totals, in two puts.
 * Rows may come in any order.
 */
export async function writeMonths(db: Database, scope: string, rows: TransactionRow[]): Promise<void> {
  const months = Map.groupBy(rows, (row) => monthOf(row.date));
  const pages: Page[] = [];
  const totals: MonthTotals[] = [];
  for (const [month, inMonth] of months) {
    pages.push(...pagesOf(scope, month, inMonth.sort(compareRows)));
    totals.push({ scope, month, lines: totalLines(inMonth) });
  }
  const [sums, before] = await Promise.all([
    readSums(db, scope),
    db.totals.bulkGet(totals.map(({ month }) => [scope, month])),
  ]);
  await db.transactions.bulkPut(pages);
  await db.totals.bulkPut(totals);
  await changeSums(db, scope, sums, [...linesOf(totals), ...negated(linesOf(before))]);
}

/** Totals of months whose rows are not on this device; replaces every total of a month before `before`. */
export async function writeDistantTotals(
  db: Database,
  scope: string,
  before: string,
  lines: (SumLine & { month: string })[],
): Promise<void> {
  const distant = db.totals.where('[scope+month]').between([scope], [scope, before], true, false);
  const [sums, replaced] = await Promise.all([readSums(db, scope), distant.toArray()]);
  await distant.delete();
  const months = Map.groupBy(lines, (line) => line.month);
  await db.totals.bulkPut(
    [...months].map(([month, ofMonth]) => ({ scope, month, lines: ofMonth.map(({ month: _, ...line }) => line) })),
  );
  await changeSums(db, scope, sums, [...lines, ...negated(linesOf(replaced))]);
}

function linesOf(months: readonly (MonthTotals | undefined)[]): SumLine[] {
  return months.flatMap((one) => one?.lines ?? []);
}

/** Takes a scope's pages, totals and sums away. */
export async function dropLedger(db: Database, scope: string): Promise<void> {
  // A key that is an array stands above every key of the same beginning whose next part is a string or number.
  await db.transactions.where('[scope+month+part]').between([scope], [scope, []]).delete();
  await db.totals.where('[scope+month]').between([scope], [scope, []]).delete();
  await db.sums.delete(scope);
}

/**
 * Compares a month's totals with its rows and puts the rows' sums in their place when they differ; for months whose rows
 * are all here. Returns whether they were right.
 */
export async function recountMonth(db: Database, scope: string, month: string): Promise<boolean> {
  return db.transaction('rw', db.ledger, async () => {
    const counted = totalLines(await new MonthBook(db, scope, month).all());
    const kept = await readLines(db, scope, month);
    if (sameLines(counted, kept)) return true;
    await putTotals(db, { scope, month, lines: counted });
    await recountSums(db, scope);
    return false;
  });
}
