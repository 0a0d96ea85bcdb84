/**
 * Finds the places of a transaction. No index has its id, because pages are the records. Callers say where the row was
 * last seen.
 */

import { monthOf } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Place } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { MonthBooks } from './month-books.ts';
import { eachPage } from './page.ts';
import { shownRow } from './shown-names.ts';

/** Where somebody last saw a row. */
type Sighting = Pick<TransactionRow, 'accountId' | 'date'>;

/**
 * The places of rows in the month where they were last seen: in the account, or in those of the account's budgets that
 * the user has without the account. Rows that are not there are left out.
 */
export async function placesNear(
  db: Database,
  books: MonthBooks,
  ids: readonly string[],
  { accountId, date }: Sighting,
): Promise<Map<string, Place[]>> {
  const month = monthOf(date);
  const ofAccount = { scope: accountScope(accountId), month };
  const found = new Map((await books.at(ofAccount).findAll(ids)).map(({ id }): [string, Place[]] => [id, [ofAccount]]));
  // A row may be named twice.
  const others = [...new Set(ids)].filter((id) => !found.has(id));
  if (others.length === 0) return found;
  for (const scope of await scopesOfBudgets(db, accountId)) {
    const place = { scope, month };
    for (const { id } of await books.at(place).findAll(others)) found.set(id, [...(found.get(id) ?? []), place]);
  }
  return found;
}

/**
 * Every place of each of these rows; none for those that are not here. Reads the whole ledger once, so it is only for
 * rows that somebody else may have moved.
 */
export async function placesAnywhere(db: Database, ids: readonly string[]): Promise<Map<string, Place[]>> {
  const places = new Map(ids.map((id): [string, Place[]] => [id, []]));
  await eachPage(db, ({ scope, month, rows }) => {
    for (const { id } of rows) places.get(id)?.push({ scope, month });
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
  const [place] = (await placesNear(db, books, [id], sighting)).get(id) ?? [];
  return place && shownAt(db, books, place, id);
}

/** A transaction as people see it, anywhere on this device; undefined when the device does not have it. */
export async function transactionAnywhere(db: Database, id: string): Promise<TransactionRow | undefined> {
  const [place] = (await placesAnywhere(db, [id])).get(id) ?? [];
  return place && shownAt(db, new MonthBooks(db), place, id);
}

/** Those of these transactions that are on this device, as people see them, by id. Reads the whole ledger once. */
export async function transactionsAnywhere(db: Database, ids: readonly string[]): Promise<Map<string, TransactionRow>> {
  const found = new Map<string, TransactionRow>();
  if (ids.length === 0) return found;
  const wanted = new Set(ids);
  const aliases = await readAliases(db);
  await eachPage(db, ({ rows }) => {
    for (const row of rows) if (wanted.has(row.id)) found.set(row.id, shownRow(row, aliases));
  });
  return found;
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
