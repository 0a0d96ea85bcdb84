/** Applies one scope of a pull response to bare rows: the open entries were rolled back before. */

import { monthOf } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import type { Place, ScopeCursor } from '#store/database/records';
import { MonthBooks, writeMonths } from '#store/ledger/ledger';
import { recountAnew, recountMonth } from '#store/ledger/recount';
import { recountSums } from '#store/ledger/sums';
import type { Removal, ScopeAnswer } from './protocol.ts';
import { purgeScope } from './purge.ts';

/** Sorts after every month. */
const NO_MONTH_YET = '9999-99';

/**
 * `cursor` is the one of the request; null when the device did not have the scope. `places` says where the rows stand
 * that open entries touch. This function keeps it up to date.
 */
export async function applyScope(
  db: Database,
  response: ScopeAnswer,
  cursor: ScopeCursor | null,
  places: Map<string, Place[]>,
): Promise<void> {
  const { scope, accountId, role } = response;
  const fresh = response.reset || !cursor;
  if (fresh) await purgeScope(db, scope, accountId, places);
  // Months before this one are not here yet. They come whole (S13b).
  const missing = fresh ? NO_MONTH_YET : cursor.before;
  const books = new MonthBooks(db);
  for (const tombstone of response.removals) await remove(db, books, scope, tombstone, places);
  await db.accounts.bulkPut(response.accounts);
  await db.categories.bulkPut(response.categories);
  await db.budgets.bulkPut(response.budgets);
  await db.memberships.bulkPut(response.memberships);
  await db.reconciliations.bulkPut(response.reconciliations);
  await db.imports.bulkPut(response.imports);
  await db.schedules.bulkPut(response.schedules);
  const isWhole = (row: TransactionRow) => missing !== null && monthOf(row.date) < missing;
  const { whole = [], single = [] } = Object.groupBy(response.transactions, (row) =>
    isWhole(row) ? 'whole' : 'single',
  );
  for (const [month, rows] of Map.groupBy(single, ({ date }) => monthOf(date))) {
    const ids = rows.map(({ id }) => id);
    await books.exchange({ scope, month }, ids, rows);
  }
  if (places.size > 0) await follow(books, scope, response.transactions, places);
  await books.save();
  if (cursor && !fresh && cursor.protocol !== response.cursor.protocol) {
    await recountAfterOtherApp(db, scope, new Set(single.map(({ date }) => monthOf(date))));
  }
  if (missing !== null) {
    // A response without totals leaves those of the months that are still missing (S13c). The others come whole, also
    // a month of which this version can read no row.
    const from = response.totals ? '' : (response.cursor.before ?? '');
    await writeMonths(db, scope, whole, { from, before: missing, lines: response.totals ?? [] });
  }
  await db.cursors.put({ scope, accountId, role, ...response.cursor });
}

/**
 * An earlier app may have written any month meanwhile, without the fields that it does not know, such as refunds. Rows
 * take the place of such rows, so sums change by the wrong difference (S43g). What people look at is right at once.
 */
async function recountAfterOtherApp(db: Database, scope: string, months: Iterable<string>): Promise<void> {
  for (const month of months) await recountMonth(db, scope, month);
  await recountSums(db, scope);
  await recountAnew(db);
}

/** Notes where the rows stand from now on that open entries touch. */
async function follow(
  books: MonthBooks,
  scope: string,
  rows: readonly TransactionRow[],
  places: Map<string, Place[]>,
): Promise<void> {
  for (const row of rows) {
    const known = places.get(row.id);
    if (!known) continue;
    const elsewhere = known.filter((one) => one.scope !== scope);
    // Not for every row: Dexie loses its transaction after a hundred awaits of promises that are not its own.
    const kept = elsewhere.length > 0 ? await inThisAccount(books, row, elsewhere) : [];
    places.set(row.id, [...kept, { scope, month: monthOf(row.date) }]);
  }
}

/**
 * The places of the row in its account. Elsewhere the row is taken out: its tombstone may come with a later response
 * (S41a), and open entries cannot lie over one row in two accounts (S12c).
 */
async function inThisAccount(books: MonthBooks, { id, accountId }: TransactionRow, places: Place[]): Promise<Place[]> {
  const here: Place[] = [];
  for (const place of places) {
    const standing = await books.at(place).find(id);
    if (!standing || standing.accountId === accountId) here.push(place);
    else await books.at(place).take(id);
  }
  return here;
}

/** A tombstone takes only a row of a lower version (S12b). */
async function remove(
  db: Database,
  books: MonthBooks,
  scope: string,
  tombstone: Removal,
  places: Map<string, Place[]>,
): Promise<void> {
  const { kind, id, version, date } = tombstone;
  if (kind === 'transaction') {
    if (date === null) return;
    const place = { scope, month: monthOf(date) };
    const row = await books.at(place).find(id);
    if (!row || row.version >= version) return;
    await books.at(place).take(id);
    const known = places.get(id);
    if (known) {
      places.set(
        id,
        known.filter((one) => one.scope !== scope || one.month !== place.month),
      );
    }
    return;
  }
  const table = {
    account: db.accounts,
    category: db.categories,
    budget: db.budgets,
    membership: db.memberships,
    reconciliation: db.reconciliations,
    import: db.imports,
    schedule: db.schedules,
  }[kind];
  const row = await table.get(id);
  if (row && row.version < version) await table.delete(id);
}
