/** The bases that one transaction changes, until they are written. */
import type { Database } from '../database/database.ts';
import type { Base, TransactionBase } from '../database/records.ts';
import { putBases } from './bases.ts';

/** As many bases are written at once. While the browser writes them, the page draws and answers. */
const AT_ONCE = 200;

export class ChangedBases {
  readonly #db: Database;
  readonly #changed = new Map<string, Base>();
  /** Those of rows that only one entry touches, which adds them; by id, with the number of that entry. */
  readonly #added = new Map<string, { entry: number; base: TransactionBase }>();
  #entry = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  beginEntry(): void {
    this.#entry += 1;
  }

  set(base: Base): void {
    this.#changed.set(`${base.table} ${base.id}`, base);
    if (base.table === 'transactions') this.#added.delete(base.id);
  }

  /** The base of a row that the entry adds to one place, and that nothing has touched before. */
  add(base: TransactionBase): void {
    this.#added.set(base.id, { entry: this.#entry, base });
  }

  /** Writes the changed ones when they are many. */
  async saveMany(): Promise<void> {
    if (this.#changed.size >= AT_ONCE) await this.#write([]);
  }

  save(): Promise<void> {
    const added = Map.groupBy(this.#added.values(), ({ entry }) => entry);
    this.#added.clear();
    return this.#write([...added.values()].map((some) => some.map(({ base }) => base)));
  }

  #write(added: readonly TransactionBase[][]): Promise<void> {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    return putBases(this.#db, changed, added);
  }
}
