/**
 * The ledger of a user has four tables: pages of transactions, the totals of each month, the sums of each scope, and
 * which months have sides of transfers. Amounts are integer cents. All change in the same transaction as the page.
 * Only the files of this folder touch these tables. They write what they are told to. Rows are stored under bare names;
 * what screens read has the names of open renames laid over it. That is all that this folder knows of the outbox.
 */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import type { SumLine } from '#domain/totals';
import type { Database } from '../database/database.ts';
import type { MonthTotals, Page, StoredLine } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { compareRows, pagesOf } from './page.ts';
import { shownTotals } from './shown-names.ts';
import { monthSides } from './sides.ts';
import { changeSums, readSums } from './sums.ts';
import { negated, readStoredTotals, totalLines } from './totals.ts';

export { placesAnywhere, placesNear, transactionAnywhere, transactionNear } from './locate.ts';
export { MonthBook } from './month-book.ts';
export { MonthBooks, type Move } from './month-books.ts';
export {
  compareRows,
  eachPage,
  newestPages,
  pageDirectory,
  pagesTableName,
  readMonthPages,
  readPage,
  readPages,
  readScope,
} from './page.ts';
export { namedAfter, shownRow } from './shown-names.ts';
export { readSums, storedLines } from './sums.ts';
export { monthsWithTotals, totalLines } from './totals.ts';

/**
 * Totals of a scope's months as people see them, oldest first; all months when no bounds are given. Bounds are
 * inclusive.
 */
export async function readTotals(db: Database, scope: string, from?: string, to?: string): Promise<MonthTotals[]> {
  const [aliases, totals] = await Promise.all([readAliases(db), readStoredTotals(db, scope, from, to)]);
  return totals.map((month) => shownTotals(month, aliases));
}

/**
 * The bulk path of a first pull. Writes whole months of a scope that have no pages here yet, and their totals, in a few
 * puts. Rows may come in any order.
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
  await db.sides.bulkPut([...months].flatMap(([month, inMonth]) => monthSides({ scope, month }, inMonth)));
  await changeSums(db, scope, sums, [...linesOf(totals), ...negated(linesOf(before))]);
}

/** Writes totals of months whose rows are not on this device. Replaces every total from one month to before another. */
export async function writeDistantTotals(
  db: Database,
  scope: string,
  { from, before }: { from: string; before: string },
  lines: (SumLine & { month: string })[],
): Promise<void> {
  const distant = db.totals.where('[scope+month]').between([scope, from], [scope, before], true, false);
  const [sums, replaced] = await Promise.all([readSums(db, scope), distant.toArray()]);
  await distant.delete();
  const months = Map.groupBy(lines, (line) => line.month);
  await db.totals.bulkPut(
    [...months].map(([month, ofMonth]) => ({ scope, month, lines: ofMonth.map(({ month: _, ...line }) => line) })),
  );
  await changeSums(db, scope, sums, [...lines, ...negated(linesOf(replaced))]);
}

function linesOf(months: readonly (MonthTotals | undefined)[]): StoredLine[] {
  return months.flatMap((one) => one?.lines ?? []);
}

/** Deletes all that the ledger has of a scope. */
export async function dropLedger(db: Database, scope: string): Promise<void> {
  // An array as a key sorts after every string and number, so `[]` ends the range of keys that begin with the scope.
  await db.transactions.where('[scope+month+part]').between([scope], [scope, []]).delete();
  await db.totals.where('[scope+month]').between([scope], [scope, []]).delete();
  await db.sides.where('[scope+month]').between([scope], [scope, []]).delete();
  await db.sums.delete(scope);
}
