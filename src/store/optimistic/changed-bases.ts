/** The bases that one transaction changes, until they are written. */
import type { Database } from '../database/database.ts';
import type { Base, TransactionBase } from '../database/records.ts';
import { putBases } from './bases.ts';

/** As many bases are written at once. While the browser writes them, the page draws and answers. */
const AT_ONCE = 200;

export class ChangedBases {
  readonly #db: Database;
  readonly #changed = new Map<string, Base>();
  /** Those of rows that only one entry touches, which adds them; by id, for each entry. */
  #added: Map<string, TransactionBase>[] = [];
  #entry = new Map<string, TransactionBase>();

  constructor(db: Database) {
    this.#db = db;
  }

  beginEntry(): void {
    this.#entry = new Map();
  }

  set(base: Base): void {
    this.#changed.set(`${base.table} ${base.id}`, base);
    if (base.table === 'transactions') for (const some of this.#added) some.delete(base.id);
  }

  /** The base of a row that the entry adds to one place, and that nothing has touched before. */
  add(base: TransactionBase): void {
    if (this.#entry.size === 0) this.#added.push(this.#entry);
    this.#entry.set(base.id, base);
  }

  /** Writes the changed ones when they are many. */
  async saveMany(): Promise<void> {
    if (this.#changed.size >= AT_ONCE) await this.#write([]);
  }

  save(): Promise<void> {
    const added = this.#added.map((some) => [...some.values()]);
    this.#added = [];
    this.beginEntry();
    return this.#write(added);
  }

  #write(added: readonly TransactionBase[][]): Promise<void> {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    return putBases(this.#db, changed, added);
  }
}
