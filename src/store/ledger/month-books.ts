import type { Summary } from '#domain/money/totals';
import type { Database } from '../database/database.ts';
import type { Place, StoredRow } from '../database/records.ts';
import { MonthBook } from './month-book.ts';
import { changeSums, readSums } from './sums.ts';

/** What becomes of one row. */
export interface Move {
  id: string;
  /** Where it stands; empty for a new row. */
  from: readonly Place[];
  /** Where it goes. */
  to: readonly Place[];
  /** As it is there; null where it goes nowhere. */
  row: StoredRow | null;
}

/** Months that are read or saved together. Hundreds at once would keep the page busy for too long. */
const AT_ONCE = 4;

/**
 * The months opened in one transaction: each is read once, and all are saved together with the sums of their scopes.
 */
export class MonthBooks {
  readonly #db: Database;
  readonly #books = new Map<string, MonthBook>();
  readonly #sums = new Map<string, Promise<Summary>>();

  constructor(db: Database) {
    this.#db = db;
  }

  at({ scope, month }: Place): MonthBook {
    const key = `${scope} ${month}`;
    const known = this.#books.get(key);
    if (known) return known;
    const book = new MonthBook(this.#db, scope, month);
    this.#books.set(key, book);
    return book;
  }

  /**
   * Moves rows with one change of each month, however many they are. Returns the rows as they stood. Throws when a row
   * would stand twice in one month: its money would count twice, and nothing takes that back.
   */
  async move(moves: readonly Move[]): Promise<StoredRow[]> {
    const changes = new Map<MonthBook, { ids: Set<string>; rows: Map<string, StoredRow> }>();
    const at = (place: Place) => {
      const book = this.at(place);
      const change = changes.get(book) ?? { ids: new Set(), rows: new Map() };
      changes.set(book, change);
      return change;
    };
    for (const { id, from, to, row } of moves) {
      for (const place of from) at(place).ids.add(id);
      if (!row) continue;
      for (const place of to) {
        const { rows } = at(place);
        if (rows.has(id)) throw new Error(`The row ${id} would stand twice in ${place.scope} ${place.month}.`);
        rows.set(id, row);
      }
    }
    const taken: StoredRow[] = [];
    const all = [...changes].map(([book, { ids, rows }]) => [book, [...ids], [...rows.values()]] as const);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      await Promise.all(some.map(([book, ids, rows]) => this.#readFor(book, ids.length + rows.length)));
      for (const [book, ids, rows] of some) taken.push(...(await book.exchange(ids, rows)));
    }
    return taken;
  }

  /** Takes the rows with these ids out of a month, and puts the given rows in. */
  async exchange(place: Place, ids: readonly string[], rows: readonly StoredRow[]): Promise<void> {
    const book = this.at(place);
    await this.#readFor(book, ids.length + rows.length);
    await book.exchange(ids, rows);
  }

  /** Reads in one go what so many changes of a month are going to need. */
  async #readFor(book: MonthBook, changes: number): Promise<void> {
    await Promise.all([book.readFor(changes), this.#sumsOf(book.scope)]);
  }

  /** Reads in one go what a change in this month is going to need. */
  async readAhead(place: Place): Promise<void> {
    await Promise.all([this.at(place).readAhead(), this.#sumsOf(place.scope)]);
  }

  async save(): Promise<void> {
    const books = [...this.#books.values()];
    const changed = Map.groupBy(
      books.filter(({ difference }) => difference.length > 0),
      ({ scope }) => scope,
    );
    // The sums are read before any totals are written: a scope without a record of its sums computes them from its
    // totals.
    const sums = await Promise.all(
      [...changed].map(async ([scope, ofScope]) => ({
        scope,
        before: await this.#sumsOf(scope),
        difference: ofScope.flatMap((book) => book.difference),
      })),
    );
    const changing = sums.map(({ scope, before, difference }) => changeSums(this.#db, scope, before, difference));
    for (let from = 0; from === 0 || from < books.length; from += AT_ONCE) {
      const some = books.slice(from, from + AT_ONCE).map((book) => book.save());
      await Promise.all(from === 0 ? [...some, ...changing] : some);
    }
    this.#sums.clear();
  }

  #sumsOf(scope: string): Promise<Summary> {
    const known = this.#sums.get(scope) ?? readSums(this.#db, scope);
    this.#sums.set(scope, known);
    return known;
  }
}
