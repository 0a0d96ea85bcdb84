/**
 * The ledger of a user has four tables: pages of transactions, the totals of each month, the sums of each scope, and
 * which months have sides of transfers. Amounts are integer cents. All change in the same transaction as the page.
 * Only the files of this folder touch these tables. They write what they are told to. Rows are stored under bare names;
 * what screens read has the names of open renames laid over it. That is all that this folder knows of the outbox.
 */

import { monthOf } from '#domain/dates/dates';
import type { SumLine } from '#domain/money/totals';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { MonthTotals, StoredLine } from '../database/records.ts';
import { type Alias, readAliases } from '../outbox/aliases.ts';
import { compareRows, pagesOf } from './page.ts';
import { shownTotals } from './shown-names.ts';
import { monthSides } from './sides.ts';
import { changeSums, readSums } from './sums.ts';
import { negated, readStoredTotals, sameLines, totalLines } from './totals.ts';

export {
  placesAnywhere,
  placesNear,
  transactionAnywhere,
  transactionNear,
  transactionsAnywhere,
} from './locate.ts';
export { MonthBook } from './month-book.ts';
export { MonthBooks, type Move } from './month-books.ts';
export {
  compareRows,
  eachPage,
  newestPages,
  pageDirectory,
  pagesTableName,
  readPage,
  readPages,
} from './page.ts';
export { namedAfter, shownRow } from './shown-names.ts';
export { keptSums, readSums, readSumsOf, storedLines } from './sums.ts';
export { monthsWithTotals, spanOfTotals, totalLines } from './totals.ts';

/**
 * Totals of a scope's months as people see them, oldest first; all months when no bounds are given. Bounds are
 * inclusive. `reading` are the renames, where the caller reads them for more than this.
 */
export async function readTotals(
  db: Database,
  scope: string,
  from?: string,
  to?: string,
  reading: PromiseLike<Alias[]> = readAliases(db),
): Promise<MonthTotals[]> {
  const [aliases, totals] = await Promise.all([reading, readStoredTotals(db, scope, from, to)]);
  return totals.map((month) => shownTotals(month, aliases));
}

/** Totals of months whose rows are not on this device. They replace all totals from one month to before another. */
export interface Distant {
  from: string;
  before: string;
  lines: readonly (SumLine & { month: string })[];
}

/**
 * The bulk path of a first pull. Writes whole months of a scope that have no pages here yet, and their totals, in a few
 * puts. Rows may come in any order. The rows of a month decide its totals, whatever distant totals say of it.
 */
export async function writeMonths(
  db: Database,
  scope: string,
  rows: readonly TransactionRow[],
  { from, before, lines }: Distant = NONE,
): Promise<void> {
  const months = Map.groupBy(rows, (row) => monthOf(row.date));
  const pages = [...months].flatMap(([month, inMonth]) => pagesOf(scope, month, inMonth.sort(compareRows)));
  const totals = new Map<string, StoredLine[]>();
  for (const [month, ofMonth] of Map.groupBy(lines, (line) => line.month)) {
    totals.set(
      month,
      ofMonth.map(({ month: _, ...line }) => line),
    );
  }
  for (const [month, inMonth] of months) totals.set(month, totalLines(inMonth));
  const others = [...months.keys()].filter((month) => month < from || month >= before);
  const [sums, inRange, named] = await Promise.all([
    readSums(db, scope),
    db.totals.where('[scope+month]').between([scope, from], [scope, before], true, false).toArray(),
    db.totals.bulkGet(others.map((month): [string, string] => [scope, month])),
  ]);
  const standing = new Map([...inRange, ...named].flatMap((one) => (one ? [[one.month, one.lines] as const] : [])));
  // The server has counted most months as this device does. Each of the others is a write, and a reason to draw.
  const changed = [...totals].filter(([month, ofMonth]) => !sameLines(standing.get(month) ?? [], ofMonth));
  const gone = [...standing.keys()].filter((month) => !totals.has(month));
  await db.transactions.bulkPut(pages);
  await db.totals.bulkPut(changed.map(([month, ofMonth]) => ({ scope, month, lines: ofMonth })));
  if (gone.length > 0) await db.totals.bulkDelete(gone.map((month): [string, string] => [scope, month]));
  await db.sides.bulkPut([...months].flatMap(([month, inMonth]) => monthSides({ scope, month }, inMonth)));
  const replaced = [...gone, ...changed.map(([month]) => month)].flatMap((month) => standing.get(month) ?? []);
  await changeSums(db, scope, sums, [...changed.flatMap(([, ofMonth]) => ofMonth), ...negated(replaced)]);
}

const NONE: Distant = { from: '', before: '', lines: [] };

/** Deletes all that the ledger has of a scope. */
export async function dropLedger(db: Database, scope: string): Promise<void> {
  // An array as a key sorts after every string and number, so `[]` ends the range of keys that begin with the scope.
  await db.transactions.where('[scope+month+part]').between([scope], [scope, []]).delete();
  await db.totals.where('[scope+month]').between([scope], [scope, []]).delete();
  await db.sides.where('[scope+month]').between([scope], [scope, []]).delete();
  await db.sums.delete(scope);
}
