/** One scope of an answer, written on bare rows (no open entry lies on them). */
import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import type { Database, ScopeCursor } from '#store/database';
import { MonthBooks, type Place, writeDistantTotals, writeMonths } from '#store/ledger';
import type { Removal, ScopeAnswer } from './protocol.ts';
import { purgeScope } from './purge.ts';

/** Stands above every month. */
const NO_MONTH_YET = '9999-99';

/**
 * `cursor` is what the device asked with, null when it did not have the scope. `places` says where the rows stand that open
 * entries touch, and is kept up to date.
 */
export async function applyScope(
  db: Database,
  answer: ScopeAnswer,
  cursor: ScopeCursor | null,
  places: Map<string, Place[]>,
): Promise<void> {
  const { scope, accountId, role } = answer;
  const fresh = answer.reset || !cursor;
  if (fresh) await purgeScope(db, scope, accountId, places);
  // Months before this one are not here yet: what comes of them comes as whole months (S13).
  const missing = fresh ? NO_MONTH_YET : cursor.before;
  const books = new MonthBooks(db);
  for (const removal of answer.removals) await remove(db, books, scope, removal, places);
  await db.accounts.bulkPut(answer.accounts);
  await db.categories.bulkPut(answer.categories);
  await db.budgets.bulkPut(answer.budgets);
  await db.memberships.bulkPut(answer.memberships);
  const isWhole = (row: TransactionRow) => missing !== null && monthOf(row.date) < missing;
  const single = answer.transactions.filter((row) => !isWhole(row));
  for (const [month, rows] of Map.groupBy(single, ({ date }) => monthOf(date))) {
    const ids = rows.map(({ id }) => id);
    await books.at({ scope, month }).exchange(ids, rows);
  }
  for (const row of answer.transactions) {
    const known = places.get(row.id);
    const place = { scope, month: monthOf(row.date) };
    if (known) places.set(row.id, [...known.filter((one) => one.scope !== scope), place]);
  }
  await books.save();
  if (missing !== null) {
    // Without any they are as they were, unless no month is distant any more.
    if (answer.totals || answer.cursor.before === null) {
      await writeDistantTotals(db, scope, missing, answer.totals ?? []);
    }
    await writeMonths(db, scope, answer.transactions.filter(isWhole));
  }
  await db.cursors.put({ scope, accountId, role, ...answer.cursor });
}

/** A removal takes only a row of a lower version (S12). */
async function remove(
  db: Database,
  books: MonthBooks,
  scope: string,
  removal: Removal,
  places: Map<string, Place[]>,
): Promise<void> {
  const { kind, id, version, date } = removal;
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
  const table = { account: db.accounts, category: db.categories, budget: db.budgets, membership: db.memberships }[kind];
  const row = await table.get(id);
  if (row && row.version < version) await table.delete(id);
}
