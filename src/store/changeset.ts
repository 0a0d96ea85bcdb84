/**
 * What one transaction writes into rows: collects the changes, keeps the server's last word (base) of each row it is
 * first to touch, and writes everything back together in `save`. Lives inside one Dexie transaction.
 */
import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import { accountScope, budgetScope } from '#domain/scopes';
import type { Database, SmallRows, SmallTable } from './database.ts';
import { MonthBooks, type Place } from './ledger.ts';
import type { Placed } from './operation-places.ts';
import type { RowKey, RowTable } from './outbox.ts';
import type { Base } from './overlay.ts';

/** Who acts; rows of this device carry it until the server's answer replaces it. */
export interface Author {
  userId: string;
  userEmail: string;
}

/** What is known before reading: where rows stand, and whether there are any bases in the database at all. */
interface Known {
  places: Map<string, Place[]>;
  noBases: boolean;
}

export class Changeset {
  readonly db: Database;
  /** Rows touched since the last `touched.clear()`. */
  readonly touched = new Map<string, RowKey>();
  readonly books: MonthBooks;
  readonly #bases = new Map<string, Promise<Base | undefined>>();
  readonly #changedBases = new Map<string, Base>();
  readonly #places: Map<string, Place[]>;
  readonly #noBases: boolean;

  constructor(db: Database, known: Known = { places: new Map(), noBases: false }) {
    this.db = db;
    this.books = new MonthBooks(db);
    this.#places = known.places;
    this.#noBases = known.noBases;
  }

  /**
   * Reads in one go what changes of these transactions ask for, given where they stand or will stand: one answer after the
   * other is what an entry spends most of its time waiting for.
   */
  async readAhead(rows: readonly Placed[]): Promise<void> {
    await Promise.all(
      rows.flatMap(({ id, accountId, date }) => [
        this.#base('transactions', id),
        this.books.readAhead({ scope: accountScope(accountId), month: monthOf(date) }),
      ]),
    );
  }

  /** Whether open entries lie over the row: only such a row has a base. */
  async isOverlaid(table: RowTable, id: string): Promise<boolean> {
    return (await this.#base(table, id)) !== undefined;
  }

  /**
   * Tells where a row stands, as its reader saw it; used unless something newer is known. It may have gone to another month since, as
   * the date that won may be somebody else's: then it is looked for.
   */
  async hint(row: Pick<TransactionRow, 'id' | 'accountId' | 'date' | 'budgetId'>): Promise<void> {
    if (this.#places.has(row.id) || (await this.#base('transactions', row.id))) return;
    const month = monthOf(row.date);
    const places: Place[] = [];
    const ofAccount = { scope: accountScope(row.accountId), month };
    if (await this.books.at(ofAccount).find(row.id)) places.push(ofAccount);
    else
      for (const scope of await this.#scopesOfBudgets(row.accountId)) {
        if (await this.books.at({ scope, month }).find(row.id)) places.push({ scope, month });
      }
    if (places.length > 0) this.#places.set(row.id, places);
    else await this.seek(row.id);
  }

  /** Finds where a row stands that nobody has looked at: on any page. For what is done rarely. */
  async seek(id: string): Promise<void> {
    if (this.#noBases || this.#places.get(id)?.length || (await this.#base('transactions', id))) return;
    const places: Place[] = [];
    await this.db.transactions.each(({ scope, month, rows }) => {
      if (rows.some((row) => row.id === id)) places.push({ scope, month });
    });
    this.#places.set(id, places);
  }

  /** The row as the user sees it now, and where it stands; undefined when it is not on this device. */
  async transaction(id: string): Promise<{ row: TransactionRow; places: Place[] } | undefined> {
    const base = await this.#base('transactions', id);
    const places = this.#places.get(id) ?? (base?.table === 'transactions' ? base.seen : []);
    const [first] = places;
    const row = first && (await this.books.at(first).find(id));
    return row && { row, places };
  }

  /** Writes a row of a small table, or takes it away. */
  async writeSmall<T extends SmallTable>(table: T, id: string, row: SmallRows[T] | null): Promise<void> {
    const rows = this.db.small[table];
    if (!(await this.#base(table, id))) this.#setBase({ table, id, row: (await rows.get(id)) ?? null });
    this.#touch(table, id);
    if (row) await rows.put(row);
    else await rows.delete(id);
  }

  /** Writes a transaction where it belongs now, or takes it away. */
  async writeTransaction(id: string, next: TransactionRow | null): Promise<void> {
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

  /** Writes pages, totals and bases; everything else was written at once. */
  async save(): Promise<void> {
    const bases = [...this.#changedBases.values()];
    await Promise.all([this.books.save(), bases.length > 0 ? this.db.bases.bulkPut(bases) : null]);
    this.#changedBases.clear();
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

  /** The account's own scope where the user has the account, else that of the budget the money goes to. */
  async #scopeOfNew(row: TransactionRow): Promise<string> {
    const scope = accountScope(row.accountId);
    if (row.budgetId === null || (await this.#hasAccount(row.accountId))) return scope;
    return budgetScope(row.budgetId);
  }

  /** The scopes of budgets of an account of which the user has only those. */
  async #scopesOfBudgets(accountId: string): Promise<string[]> {
    const cursors = await this.db.cursors.toArray();
    const scopes = cursors.flatMap((cursor) => (cursor.accountId === accountId ? [cursor.scope] : []));
    return scopes.includes(accountScope(accountId)) ? [] : scopes;
  }

  async #hasAccount(accountId: string): Promise<boolean> {
    if (await this.db.cursors.get(accountScope(accountId))) return true;
    return (await this.db.accounts.get(accountId))?.ownerId === this.db.userId;
  }
}
