/**
 * What one transaction writes into rows. It collects the changes, keeps the server's last word (base) of each row that
 * it is first to touch, and writes everything in `save`. It lives inside one Dexie transaction.
 */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import { accountScope, budgetScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import type { Base, Place, RowKey, RowTable, SmallRows, SmallTable, StoredRow } from '../database/records.ts';
import { MonthBooks, namedAfter, placesAnywhere, placesNear, shownRow } from '../ledger/ledger.ts';
import { type Alias, readAliases } from '../outbox/aliases.ts';
import type { Placed } from './operation-places.ts';

/** The acting user. New rows on this device carry it until the server's row replaces them. */
export interface Author {
  userId: string;
  userEmail: string;
  /** Set when they send a copy of the past again (`OutboxEntry.resent`). */
  resent?: number;
}

/**
 * What is known before reading: where rows are, whether the database has no bases at all, and the renames before the
 * first entry.
 */
interface Known {
  places: Map<string, Place[]>;
  noBases: boolean;
  aliases?: Alias[];
}

export class Changeset {
  readonly db: Database;
  /** Rows that the entry has touched so far. */
  readonly touched = new Map<string, RowKey>();
  /** The accounts in which the entry renames a category. */
  readonly renamedIn = new Set<string>();
  readonly books: MonthBooks;
  #aliases: Promise<Alias[]> | null;
  readonly #bases = new Map<string, Promise<Base | undefined>>();
  readonly #changedBases = new Map<string, Base>();
  readonly #places: Map<string, Place[]>;
  readonly #noBases: boolean;

  constructor(db: Database, known: Known = { places: new Map(), noBases: false }) {
    this.db = db;
    this.books = new MonthBooks(db);
    this.#places = known.places;
    this.#noBases = known.noBases;
    this.#aliases = known.aliases ? Promise.resolve(known.aliases) : null;
  }

  /** Forgets what the entry before has touched. */
  beginEntry(): void {
    this.touched.clear();
    this.renamedIn.clear();
  }

  /** What follows comes after these renames. */
  async layRenames(renames: readonly Alias[]): Promise<void> {
    this.#aliases = Promise.resolve([...(await this.#renames()), ...renames]);
  }

  /**
   * Reads in parallel what changes of these transactions need, given where they are or will be. Waiting for one read
   * after the other would take most of an entry's time.
   */
  async readAhead(rows: readonly Placed[]): Promise<void> {
    await Promise.all([
      this.#renames(),
      ...rows.flatMap(({ id, accountId, date }) => [
        this.#base('transactions', id),
        this.books.readAhead({ scope: accountScope(accountId), month: monthOf(date) }),
      ]),
    ]);
  }

  /** The server's last word on a row that open entries overlay. Only such a row has a base. */
  base(table: RowTable, id: string): Promise<Base | undefined> {
    return this.#base(table, id);
  }

  /**
   * Says where the caller last saw a row. A newer place, when known, wins. When the row is no longer there, it is
   * searched for: somebody else's date may have moved it to another month.
   */
  async hint(row: Placed): Promise<void> {
    if (this.#places.has(row.id) || (await this.#base('transactions', row.id))) return;
    const places = await placesNear(this.db, this.books, row.id, row);
    if (places.length > 0) this.#places.set(row.id, places);
    else await this.seek(row.id);
  }

  /** Searches every page for a row whose place is unknown. Slow, so only for rare operations. */
  async seek(id: string): Promise<void> {
    if (this.#noBases || this.#places.get(id)?.length || (await this.#base('transactions', id))) return;
    this.#places.set(id, await placesAnywhere(this.db, id));
  }

  /**
   * The row with everything that the user did to it, under its bare name, and its places; undefined when it is not on
   * this device.
   */
  async transaction(id: string): Promise<{ row: StoredRow; places: Place[] } | undefined> {
    const base = await this.#base('transactions', id);
    const places = this.#places.get(id) ?? (base?.table === 'transactions' ? base.seen : []);
    const [first] = places;
    const row = first && (await this.books.at(first).find(id));
    return row && { row, places };
  }

  /** The row under the name that the renames so far give it. */
  async shown(row: StoredRow): Promise<TransactionRow> {
    return shownRow(row, await this.#renames());
  }

  /** Marks the row's name as given now: the renames so far do not change it. */
  async named(row: TransactionRow): Promise<StoredRow> {
    return namedAfter(row, await this.#renames());
  }

  /** Writes a row of a small table; null deletes it. */
  async writeSmall<T extends SmallTable>(table: T, id: string, row: SmallRows[T] | null): Promise<void> {
    const rows = this.db.small[table];
    if (!(await this.#base(table, id))) this.#setBase({ table, id, row: (await rows.get(id)) ?? null });
    this.#touch(table, id);
    if (row) await rows.put(row);
    else await rows.delete(id);
  }

  /** Writes a transaction to where it belongs now; null deletes it. */
  async writeTransaction(id: string, next: StoredRow | null): Promise<void> {
    const [current, scope] = await Promise.all([this.transaction(id), next ? this.#scopeOfNew(next) : '']);
    const before = current?.places ?? [];
    for (const place of before) await this.books.at(place).take(id);
    let after: Place[] = [];
    if (next) {
      const month = monthOf(next.date);
      const stays = current?.row.accountId === next.accountId;
      after = stays ? before.map(({ scope }) => ({ scope, month })) : [{ scope, month }];
      for (const place of after) await this.books.at(place).add(next);
    }
    const base = await this.#base('transactions', id);
    if (base?.table === 'transactions') this.#setBase({ ...base, seen: after });
    else this.#setBase({ table: 'transactions', id, row: current?.row ?? null, places: before, seen: after });
    this.#places.set(id, after);
    this.#touch('transactions', id);
  }

  /** Writes pages, totals and bases. Everything else has already been written. */
  async save(): Promise<void> {
    const bases = [...this.#changedBases.values()];
    await Promise.all([this.books.save(), bases.length > 0 ? this.db.bases.bulkPut(bases) : null]);
    this.#changedBases.clear();
  }

  #renames(): Promise<Alias[]> {
    this.#aliases ??= readAliases(this.db);
    return this.#aliases;
  }

  #touch(table: RowTable, id: string): void {
    this.touched.set(`${table} ${id}`, [table, id]);
  }

  #setBase(base: Base): void {
    const key = `${base.table} ${base.id}`;
    this.#bases.set(key, Promise.resolve(base));
    this.#changedBases.set(key, base);
  }

  #base(table: RowTable, id: string): Promise<Base | undefined> {
    const key = `${table} ${id}`;
    const base = this.#bases.get(key) ?? this.#readBase(table, id);
    this.#bases.set(key, base);
    return base;
  }

  async #readBase(table: RowTable, id: string): Promise<Base | undefined> {
    return this.#noBases ? undefined : this.db.bases.get([table, id]);
  }

  /** The account's own scope if the user has the account; otherwise the scope of the contribution's budget. */
  async #scopeOfNew(row: TransactionRow): Promise<string> {
    const scope = accountScope(row.accountId);
    if (row.budgetId === null || (await this.#hasAccount(row.accountId))) return scope;
    return budgetScope(row.budgetId);
  }

  async #hasAccount(accountId: string): Promise<boolean> {
    if (await this.db.cursors.get(accountScope(accountId))) return true;
    return (await this.db.accounts.get(accountId))?.ownerId === this.db.userId;
  }
}
