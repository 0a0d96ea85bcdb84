/**
 * What one transaction writes into rows. It collects the changes, keeps the server's last word (base) of each row that
 * it is first to touch, and writes everything in `save`. It lives inside one Dexie transaction.
 */

import { Dexie } from 'dexie';
import { monthOf } from '#domain/dates/dates';
import { accountScope, budgetScope } from '#domain/ids/scopes';
import type { Placed } from '#domain/mutations/operation-places';
import type { Database } from '../database/database.ts';
import type { Base, Place, RowKey, RowTable, SmallRows, SmallTable, StoredRow } from '../database/records.ts';
import { MonthBooks, type Move, placesAnywhere, placesNear } from '../ledger/ledger.ts';
import { type Alias, readAliases } from '../outbox/aliases.ts';
import { readBases } from './bases.ts';
import { ChangedBases } from './changed-bases.ts';

/** The acting user. New rows on this device carry it until the server's row replaces them. */
export interface Author {
  userId: string;
  userEmail: string;
  /** Set when they send a copy of the past again (`OutboxEntry.resent`). */
  resent?: number;
}

/**
 * What is known before reading: where rows are, whether none of the rows has a base, and the renames before the first
 * entry.
 */
interface Known {
  places: Map<string, Place[]>;
  noBases: boolean;
  aliases?: Alias[];
}

/** A transaction with everything that the user did to it, under its bare name; and its places. */
export interface Standing {
  row: StoredRow;
  places: Place[];
}

export class Changeset {
  readonly db: Database;
  /** Rows that the entry has touched so far. */
  readonly touched = new Map<string, RowKey>();
  /** The accounts in which the entry renames a category. */
  readonly renamedIn = new Set<string>();
  readonly books: MonthBooks;
  #aliases: Promise<Alias[]> | null;
  /** Undefined for a row without a base. */
  readonly #bases = new Map<string, Base | undefined>();
  readonly #changedBases: ChangedBases;
  readonly #places: Map<string, Place[]>;
  readonly #noBases: boolean;

  constructor(db: Database, known: Known = { places: new Map(), noBases: false }) {
    this.db = db;
    this.#changedBases = new ChangedBases(db);
    this.books = new MonthBooks(db);
    this.#places = known.places;
    this.#noBases = known.noBases;
    this.#aliases = known.aliases ? Promise.resolve(known.aliases) : null;
  }

  /** Forgets what the entry before has touched. */
  beginEntry(): void {
    this.touched.clear();
    this.renamedIn.clear();
    this.#changedBases.beginEntry();
  }

  /** The renames so far. */
  aliases(): Promise<Alias[]> {
    this.#aliases ??= readAliases(this.db);
    return this.#aliases;
  }

  /** What follows comes after these renames. */
  async replayRenames(renames: readonly Alias[]): Promise<void> {
    this.#aliases = Promise.resolve([...(await this.aliases()), ...renames]);
  }

  /**
   * Reads in parallel what changes of these transactions need, given where they are or will be. Waiting for one read
   * after the other would take most of an entry's time.
   */
  async readAhead(rows: readonly Placed[]): Promise<void> {
    const months = new Map(rows.map((row) => [monthKey(row), row]));
    await Promise.all([
      this.aliases(),
      this.#readBases(rows.map(({ id }) => ['transactions', id])),
      ...[...months.values()].map(({ accountId, date }) =>
        this.books.readAhead({ scope: accountScope(accountId), month: monthOf(date) }),
      ),
    ]);
  }

  /** The server's last word on those of these rows that open entries overlay, by `table id`. Others have no base. */
  async bases(keys: readonly RowKey[]): Promise<Map<string, Base>> {
    await this.#readBases(keys);
    const names = keys.map((key) => key.join(' '));
    return new Map(
      names.flatMap((name): [string, Base][] => {
        const base = this.#bases.get(name);
        return base ? [[name, base]] : [];
      }),
    );
  }

  /**
   * Says where the caller last saw these rows. A newer place, when known, wins. A row that is no longer there is
   * searched for: somebody else's date may have moved it to another month.
   */
  async hint(rows: readonly Placed[]): Promise<void> {
    await this.lookNear(rows);
    await this.seek(rows.map(({ id }) => id));
  }

  /** Looks for rows in the months where they were last seen, or would be made. */
  async lookNear(rows: readonly Placed[]): Promise<void> {
    await this.#readBases(rows.map(({ id }) => ['transactions', id]));
    const unknown = rows.filter(({ id }) => !this.#isPlaced(id));
    for (const together of Map.groupBy(unknown, monthKey).values()) {
      const [sighting] = together;
      if (!sighting) continue;
      const ids = together.map(({ id }) => id);
      for (const [id, places] of await placesNear(this.db, this.books, ids, sighting)) this.#places.set(id, places);
    }
  }

  /** Searches every page for the rows whose places are unknown. Slow, so only for rare operations. */
  async seek(ids: readonly string[]): Promise<void> {
    if (this.#noBases) return;
    await this.#readBases(ids.map((id) => ['transactions', id]));
    const unknown = ids.filter((id) => !this.#isPlaced(id));
    if (unknown.length === 0) return;
    for (const [id, places] of await placesAnywhere(this.db, unknown)) this.#places.set(id, places);
  }

  /** Those of these rows that are on this device, by id. Many are read together. */
  async transactions(ids: readonly string[]): Promise<Map<string, Standing>> {
    // Dexie loses its transaction after a hundred awaits of promises that are not its own.
    await Dexie.Promise.resolve();
    await this.#readBases(ids.map((id) => ['transactions', id]));
    const found = new Map<string, Standing>();
    const placed = ids.flatMap((id) => {
      const places = this.#placesOf(id);
      const [first] = places;
      return first ? [{ id, places, book: this.books.at(first) }] : [];
    });
    for (const [book, together] of Map.groupBy(placed, (one) => one.book)) {
      const places = new Map(together.map((one) => [one.id, one.places]));
      for (const row of await book.findAll([...places.keys()])) {
        found.set(row.id, { row, places: places.get(row.id) ?? [] });
      }
    }
    return found;
  }

  /** Writes a row of a small table; null deletes it. */
  async writeSmall<T extends SmallTable>(table: T, id: string, row: SmallRows[T] | null): Promise<void> {
    const rows = this.db.small[table];
    if ((await this.bases([[table, id]])).size === 0) this.#setBase({ table, id, row: (await rows.get(id)) ?? null });
    this.#touch(table, id);
    if (row) await rows.put(row);
    else await rows.delete(id);
  }

  /**
   * Writes transactions, by id, to where they belong now; null deletes one. `standing` are those that are on this
   * device, as just read.
   */
  async writeTransactions(
    next: ReadonlyMap<string, StoredRow | null>,
    standing: ReadonlyMap<string, Standing>,
  ): Promise<void> {
    const scopeOf = await this.#scopesOfNew([...next.values()].filter((row) => row !== null));
    const moves: Move[] = [];
    for (const [id, row] of next) {
      const current = standing.get(id);
      const before = current?.places ?? [];
      const after = row ? placesAfter(row, current, scopeOf(row)) : [];
      moves.push({ id, from: before, to: after, row });
      const base = this.#bases.get(`transactions ${id}`);
      if (base?.table === 'transactions') this.#setBase({ ...base, seen: after });
      else {
        const first = { table: 'transactions', id, row: current?.row ?? null, places: before, seen: after } as const;
        this.#setBase(first, current === undefined && after.length === 1);
      }
      this.#places.set(id, after);
      this.#touch('transactions', id);
    }
    await this.books.move(moves);
    await this.#changedBases.saveMany();
  }

  /** Writes pages, totals and bases. Everything else has already been written. */
  async save(): Promise<void> {
    await Promise.all([this.books.save(), this.#changedBases.save()]);
  }

  #isPlaced(id: string): boolean {
    return this.#places.has(id) || this.#bases.get(`transactions ${id}`) !== undefined;
  }

  #placesOf(id: string): Place[] {
    const base = this.#bases.get(`transactions ${id}`);
    return this.#places.get(id) ?? (base?.table === 'transactions' ? base.seen : []);
  }

  #touch(table: RowTable, id: string): void {
    this.touched.set(`${table} ${id}`, [table, id]);
  }

  #setBase(base: Base, isAdded = false): void {
    this.#bases.set(`${base.table} ${base.id}`, base);
    if (isAdded && base.table === 'transactions') this.#changedBases.add(base);
    else this.#changedBases.set(base);
  }

  async #readBases(keys: readonly RowKey[]): Promise<void> {
    if (this.#noBases) return;
    // A row may be named twice: by an operation, and by what the user saw.
    const named = new Map(keys.map((key) => [key.join(' '), key]));
    const unread = [...named].filter(([name]) => !this.#bases.has(name));
    if (unread.length === 0) return;
    const found = await readBases(
      this.db,
      unread.map(([, key]) => key),
    );
    for (const [name] of unread) if (!this.#bases.has(name)) this.#bases.set(name, found.get(name));
  }

  /** Tells the scope of a new row: the account's own if the user has the account; otherwise its budget's. */
  async #scopesOfNew(rows: readonly StoredRow[]): Promise<(row: StoredRow) => string> {
    const accounts = new Set(rows.filter(({ budgetId }) => budgetId !== null).map(({ accountId }) => accountId));
    const without = new Set<string>();
    for (const id of accounts) if (!(await this.#hasAccount(id))) without.add(id);
    return ({ accountId, budgetId }) =>
      budgetId !== null && without.has(accountId) ? budgetScope(budgetId) : accountScope(accountId);
  }

  async #hasAccount(accountId: string): Promise<boolean> {
    if (await this.db.cursors.get(accountScope(accountId))) return true;
    return (await this.db.accounts.get(accountId))?.ownerId === this.db.userId;
  }
}

/** The places of the row when it is written over the one that stands. In another account it has one place. */
function placesAfter(row: StoredRow, current: Standing | undefined, scope: string): Place[] {
  const month = monthOf(row.date);
  if (current?.row.accountId !== row.accountId) return [{ scope, month }];
  return current.places.map((place) => ({ scope: place.scope, month }));
}

function monthKey({ accountId, date }: Placed): string {
  return `${accountId} ${monthOf(date)}`;
}
