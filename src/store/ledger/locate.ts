/**
 * Finds the places of a transaction. No index has its id, because pages are the records. Callers say where the row was
 * last seen.
 */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import type { Place } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { MonthBooks } from './month-book.ts';
import { eachPage } from './page.ts';
import { shownRow } from './shown-names.ts';

/** Where somebody last saw a row. */
type Sighting = Pick<TransactionRow, 'accountId' | 'date'>;

/**
 * The places of a row in the month where it was last seen: in the account, or in those of the account's budgets that
 * the user has without the account. Empty when the row is not there.
 */
export async function placesNear(
  db: Database,
  books: MonthBooks,
  id: string,
  { accountId, date }: Sighting,
): Promise<Place[]> {
  const month = monthOf(date);
  const ofAccount = { scope: accountScope(accountId), month };
  if (await books.at(ofAccount).find(id)) return [ofAccount];
  const places: Place[] = [];
  for (const scope of await scopesOfBudgets(db, accountId)) {
    if (await books.at({ scope, month }).find(id)) places.push({ scope, month });
  }
  return places;
}

/** Every place of a row. Reads the whole ledger, so it is only for rows that somebody else may have moved. */
export async function placesAnywhere(db: Database, id: string): Promise<Place[]> {
  const places: Place[] = [];
  await eachPage(db, ({ scope, month, rows }) => {
    if (rows.some((row) => row.id === id)) places.push({ scope, month });
  });
  return places;
}

/** A transaction as people see it, where it was last seen; undefined when it is not there. */
export async function transactionNear(
  db: Database,
  id: string,
  sighting: Sighting,
): Promise<TransactionRow | undefined> {
  const books = new MonthBooks(db);
  const [place] = await placesNear(db, books, id, sighting);
  return place && shownAt(db, books, place, id);
}

/** A transaction as people see it, anywhere on this device; undefined when the device does not have it. */
export async function transactionAnywhere(db: Database, id: string): Promise<TransactionRow | undefined> {
  const [place] = await placesAnywhere(db, id);
  return place && shownAt(db, new MonthBooks(db), place, id);
}

async function shownAt(db: Database, books: MonthBooks, place: Place, id: string): Promise<TransactionRow | undefined> {
  const [aliases, row] = await Promise.all([readAliases(db), books.at(place).find(id)]);
  return row && shownRow(row, aliases);
}

/** The scopes of an account's budgets, when the user has only budgets of that account. */
async function scopesOfBudgets(db: Database, accountId: string): Promise<string[]> {
  const cursors = await db.cursors.toArray();
  const scopes = cursors.flatMap((cursor) => (cursor.accountId === accountId ? [cursor.scope] : []));
  return scopes.includes(accountScope(accountId)) ? [] : scopes;
}
