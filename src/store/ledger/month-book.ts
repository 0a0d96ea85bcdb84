import { Dexie } from 'dexie';
import type { Database } from '../database/database.ts';
import type { StoredLine, StoredRow } from '../database/records.ts';
import { compareRows, PART_LIMIT, pagesOf, readPage, readParts } from './page.ts';
import { changeSides } from './sides.ts';
import { sortedPlace } from './sorted-place.ts';
import { countRow, isThere, putTotals, readLines, sumOf } from './totals.ts';

/**
 * Up to this number, changes are made one by one. More changes make one pass, which reads and writes the whole month.
 */
const FEW = 16;

/**
 * One month of one scope, opened to read and change it as it is stored. It reads only the parts that it needs; `save`
 * writes what changed.
 */
export class MonthBook {
  readonly #db: Database;
  readonly scope: string;
  readonly month: string;
  /** The parts read so far, in order. */
  readonly #parts: StoredRow[][] = [];
  readonly #changed = new Set<number>();
  #whole = false;
  #divide = false;
  #difference: StoredLine[] = [];
  /** The transfers of rows that came (1) or went (-1). */
  #sides: [transferId: string, sign: 1 | -1][] = [];
  #ahead: Promise<StoredLine[]> | null = null;

  constructor(db: Database, scope: string, month: string) {
    this.#db = db;
    this.scope = scope;
    this.month = month;
  }

  /** Reads the totals together with the newest rows, for a caller that is going to change the month. */
  readAhead(): Promise<StoredLine[]> {
    this.#ahead ??= this.#readTogether();
    return this.#ahead;
  }

  async #readTogether(): Promise<StoredLine[]> {
    const [lines] = await Promise.all([readLines(this.#db, this.scope, this.month), this.#reach(0)]);
    return lines;
  }

  /** Reads for so many changes at once what they are going to need: each read by itself costs time. */
  async readFor(changes: number): Promise<void> {
    if (changes <= FEW) return void (await this.readAhead());
    if (this.#whole) return;
    const pages = await readParts(this.#db, this.scope, this.month, this.#parts.length);
    for (const { rows } of pages) this.#parts.push(rows);
    this.#whole = true;
  }

  async find(id: string): Promise<StoredRow | undefined> {
    for (let part = 0; await this.#reach(part); part++) {
      const row = this.#rows(part).find((one) => one.id === id);
      if (row) return row;
    }
    return undefined;
  }

  /** Those of these rows that are in this month. Many of them take one pass instead of a search for each. */
  async findAll(ids: readonly string[]): Promise<StoredRow[]> {
    if (ids.length > FEW) {
      const wanted = new Set(ids);
      return (await this.all()).filter(({ id }) => wanted.has(id));
    }
    const found: StoredRow[] = [];
    for (const id of ids) {
      const row = await this.find(id);
      if (row) found.push(row);
    }
    return found;
  }

  async all(): Promise<StoredRow[]> {
    while (await this.#reach(this.#parts.length));
    return this.#parts.flat();
  }

  /** Takes the row with this id off its page and returns it; undefined when it is not in this month. */
  async take(id: string): Promise<StoredRow | undefined> {
    for (let part = 0; await this.#reach(part); part++) {
      const rows = this.#rows(part);
      const at = rows.findIndex((one) => one.id === id);
      const row = rows[at];
      if (!row) continue;
      rows.splice(at, 1);
      this.#changed.add(part);
      if (rows.length === 0) this.#divide = true;
      this.#count(row, -1);
      return row;
    }
    return undefined;
  }

  /** Puts a row in its place. The caller makes sure that its id is not in this month yet. */
  async add(row: StoredRow): Promise<void> {
    let part = 0;
    while (await this.#reach(part)) {
      const last = this.#rows(part).at(-1);
      if (last && compareRows(row, last) < 0) break;
      part++;
    }
    // The row sorts below all others: it goes to the end of the last part, or into a first part when there is none.
    if (part === this.#parts.length) part = Math.max(0, part - 1);
    const rows = this.#rows(part);
    rows.splice(sortedPlace(row, rows, compareRows), 0, row);
    this.#changed.add(part);
    if (rows.length > PART_LIMIT) this.#divide = true;
    this.#count(row, 1);
  }

  /**
   * Takes the rows with these ids out, puts the given rows in, and returns those that it took out. Many rows take one
   * pass over the month instead of a search for each.
   */
  async exchange(ids: readonly string[], rows: readonly StoredRow[]): Promise<StoredRow[]> {
    if (ids.length + rows.length <= FEW) return this.#exchangeSingly(ids, rows);
    const gone = new Set(ids);
    const [kept, taken] = partition(await this.all(), (row) => !gone.has(row.id));
    for (const row of taken) this.#count(row, -1);
    for (const row of rows) this.#count(row, 1);
    // The number of parts stays until the month is divided anew, so that saving overwrites every old part.
    this.#parts.forEach((_, part) => {
      this.#parts[part] = [];
    });
    this.#parts[0] = [...kept, ...rows].sort(compareRows);
    this.#changed.add(0);
    this.#divide = true;
    return taken;
  }

  async #exchangeSingly(ids: readonly string[], rows: readonly StoredRow[]): Promise<StoredRow[]> {
    const taken: StoredRow[] = [];
    for (const id of ids) {
      const row = await this.take(id);
      if (row) taken.push(row);
    }
    for (const row of rows) await this.add(row);
    return taken;
  }

  #count(row: StoredRow, sign: 1 | -1): void {
    countRow(this.#difference, row, sign);
    if (row.transferId !== null) this.#sides.push([row.transferId, sign]);
  }

  /** What `save` will change in the totals. */
  get difference(): StoredLine[] {
    return this.#difference.filter(isThere);
  }

  /**
   * Writes the changed parts and the totals; the caller writes the sums of the scope. Runs in the transaction in which
   * the book was read.
   */
  async save(): Promise<void> {
    if (this.#changed.size === 0) return;
    // In parallel, because each round trip to the database costs time.
    await Promise.all([
      this.#divide ? this.#writeDivided() : this.#writeParts(),
      this.#saveTotals(),
      changeSides(this.#db, this, this.#sides),
    ]);
    this.#changed.clear();
    this.#divide = false;
    this.#difference = [];
    this.#sides = [];
    this.#parts.length = 0;
    this.#whole = false;
    this.#ahead = null;
  }

  async #saveTotals(): Promise<void> {
    const { difference } = this;
    if (difference.length === 0) return;
    const lines = await this.readAhead();
    await putTotals(this.#db, { scope: this.scope, month: this.month, lines: sumOf(lines, difference) });
  }

  async #writeParts(): Promise<void> {
    const { scope, month } = this;
    const parts = [...this.#changed].map((part) => ({ scope, month, part, rows: this.#rows(part) }));
    await this.#db.transactions.bulkPut(parts);
  }

  async #writeDivided(): Promise<void> {
    const pages = pagesOf(this.scope, this.month, await this.all());
    const names = this.#parts.map((_, part): [string, string, number] => [this.scope, this.month, part]);
    const surplus = names.slice(pages.length);
    await Promise.all([
      surplus.length > 0 && this.#db.transactions.bulkDelete(surplus),
      this.#db.transactions.bulkPut(pages),
    ]);
  }

  /** Returns whether this part exists. Reads it if it was not read yet. */
  async #reach(part: number): Promise<boolean> {
    // Dexie loses its transaction after a hundred awaits of promises that are not its own.
    await Dexie.Promise.resolve();
    while (part >= this.#parts.length && !this.#whole) {
      const page = await readPage(this.#db, this.scope, this.month, this.#parts.length);
      if (page) this.#parts.push(page.rows);
      else this.#whole = true;
    }
    return part < this.#parts.length;
  }

  #rows(part: number): StoredRow[] {
    let rows = this.#parts[part];
    if (!rows) {
      rows = [];
      this.#parts[part] = rows;
    }
    return rows;
  }
}

function partition<T>(all: readonly T[], holds: (one: T) => boolean): [those: T[], others: T[]] {
  const those: T[] = [];
  const others: T[] = [];
  for (const one of all) (holds(one) ? those : others).push(one);
  return [those, others];
}
