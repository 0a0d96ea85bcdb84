/**
 * The ledger of a user: pages of transactions and, beside each month, its totals in integer cents, changed in the same
 * transaction as the page. Only the four files of the ledger (this, page, month-book, totals) touch those tables.
 * They know nothing of the outbox: what they are told to write, they write.
 */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import type { Database } from './database.ts';
import { MonthBook } from './month-book.ts';
import { compareRows, type Page, pagesOf } from './page.ts';
import { type MonthTotals, putTotals, readLines, sameLines, totalLines } from './totals.ts';

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
export { type MonthTotals, readTotals, totalLines, writeDistantTotals } from './totals.ts';

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
  await db.transactions.bulkPut(pages);
  await db.totals.bulkPut(totals);
}

/** Takes a scope's pages and totals away. */
export async function dropLedger(db: Database, scope: string): Promise<void> {
  // A key that is an array stands above every key of the same beginning whose next part is a string or number.
  await db.transactions.where('[scope+month+part]').between([scope], [scope, []]).delete();
  await db.totals.where('[scope+month]').between([scope], [scope, []]).delete();
}

/**
 * Compares a month's totals with its rows and puts the rows' sums in their place when they differ; for months whose rows
 * are all here. Returns whether they were right.
 */
export async function recountMonth(db: Database, scope: string, month: string): Promise<boolean> {
  return db.transaction('rw', db.transactions, db.totals, async () => {
    const counted = totalLines(await new MonthBook(db, scope, month).all());
    const kept = await readLines(db, scope, month);
    if (sameLines(counted, kept)) return true;
    await putTotals(db, { scope, month, lines: counted });
    return false;
  });
}
