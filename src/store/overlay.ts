/**
 * What the user sees is the server's last word (base) with the open entries of the outbox laid over it, in order. When the
 * server's word or the set of open entries changes, the entries are lifted off the rows, the change is made on the bare
 * rows, and the entries are laid on again by doing once more what they did first. So there is no second way to compute
 * what an entry means, and nothing is ever merged on the device.
 */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { Changeset } from './changeset.ts';
import type { Database, SmallRows, SmallTable } from './database.ts';
import { applyOperation } from './effects.ts';
import { type MonthBook, MonthBooks, type Place } from './ledger.ts';
import { isOpen, type KeptRow, type OutboxEntry, openEntries, type RowKey } from './outbox.ts';

/** The server's last word on a row that open entries touch; `row` is null when the server has none. */
export type Base = SmallBase | TransactionBase;

interface SmallBase {
  table: SmallTable;
  id: string;
  row: SmallRows[SmallTable] | null;
}

interface TransactionBase {
  table: 'transactions';
  id: string;
  row: TransactionRow | null;
  /** Where the server's row stands; empty without a row. */
  places: Place[];
  /** Where the row that the user sees stands. */
  seen: Place[];
}

/** What was taken off the rows. */
export interface Lifted {
  /** Open entries, in order. */
  entries: OutboxEntry[];
  /** Where the server's transactions stand that the entries touch; who moves one must say so here. */
  places: Map<string, Place[]>;
  /** The rows as the user saw them, by `table id`. */
  seen: Map<string, KeptRow>;
}

/**
 * Brings rows back to the server's word: all of them, or those that hang together with `rows` through entries. Inside the
 * caller's transaction, which ends with `lay`.
 */
export async function lift(db: Database, rows?: RowKey[]): Promise<Lifted> {
  const { entries, bases } = rows ? await connected(db, rows) : await everything(db);
  const lifted: Lifted = { entries, places: new Map(), seen: new Map() };
  for (const base of bases) if (base.table !== 'transactions') await liftSmall(db, base, lifted);
  const ofTransactions = bases.filter((base) => base.table === 'transactions');
  await liftTransactions(db, ofTransactions, lifted);
  // A row that was gone when its entries were laid on has no base; it may come back.
  for (const [table, id] of entries.flatMap((entry) => entry.rows)) {
    if (table === 'transactions' && !lifted.places.has(id)) lifted.places.set(id, []);
  }
  // All at once where all go: a request for each of ten thousand takes a second.
  if (!rows) await db.bases.clear();
  else await db.bases.bulkDelete(bases.map((base): [string, string] => [base.table, base.id]));
  return lifted;
}

async function liftTransactions(db: Database, bases: TransactionBase[], { places, seen }: Lifted): Promise<void> {
  const books = new MonthBooks(db);
  const changes = new Map<MonthBook, { ids: string[]; rows: TransactionRow[] }>();
  const at = (place: Place) => {
    const book = books.at(place);
    const change = changes.get(book) ?? { ids: [], rows: [] };
    changes.set(book, change);
    return change;
  };
  for (const base of bases) {
    for (const place of base.seen) at(place).ids.push(base.id);
    places.set(base.id, base.places);
    if (base.row) for (const place of base.places) at(place).rows.push(base.row);
  }
  for (const [book, { ids, rows }] of changes) {
    for (const row of await book.exchange(ids, rows))
      seen.set(`transactions ${row.id}`, { table: 'transactions', row });
  }
  await books.save();
}

async function liftSmall(db: Database, base: SmallBase, { seen }: Lifted): Promise<void> {
  const row = await db.small[base.table].get(base.id);
  if (row) seen.set(`${base.table} ${base.id}`, { table: base.table, row });
  // What was read out of a table goes back into it as it was.
  if (base.row) await db.table(base.table).put(base.row);
  else await db.table(base.table).delete(base.id);
}

/**
 * Lays the entries on again that are open still. An entry that finds its row gone keeps the row as the user last saw it, so
 * that it can be brought back.
 */
export async function lay(db: Database, lifted: Lifted, stillOpen: (entry: OutboxEntry) => boolean = isOpen) {
  const changes = new Changeset(db, { places: lifted.places, noBases: true });
  const changed: OutboxEntry[] = [];
  for (const entry of lifted.entries) {
    if (!stillOpen(entry)) continue;
    changes.touched.clear();
    const lost: KeptRow[] = [];
    for (const operation of standing(entry)) {
      const missing = await applyOperation(changes, operation, entry);
      const row = missing && lifted.seen.get(`${missing[0]} ${missing[1]}`);
      if (row) lost.push(row);
    }
    if (lost.length > 0) changed.push({ ...entry, content: lost });
    else if (entry.wide) changed.push({ ...entry, rows: [...changes.touched.values()] });
  }
  await changes.save();
  await db.outbox.bulkPut(changed);
}

/** What of the entry holds: after a superseding verdict, the fields that did not take have the values that stand instead. */
function standing(entry: OutboxEntry): Operation[] {
  const { verdict, operations } = entry;
  if (verdict?.status !== 'superseded') return operations;
  if (verdict.reason === 'deleted') return [];
  return operations.map((operation) => {
    if (operation.kind !== 'patch') return operation;
    const kept = Object.entries(verdict.kept).filter(([field]) => field in operation.after);
    return { ...operation, after: { ...operation.after, ...Object.fromEntries(kept) } };
  });
}

async function everything(db: Database): Promise<{ entries: OutboxEntry[]; bases: Base[] }> {
  return { entries: await openEntries(db), bases: await db.bases.toArray() };
}

/** Entries that share a row with these rows, directly or through each other, and the bases of all their rows. */
async function connected(db: Database, rows: RowKey[]): Promise<{ entries: OutboxEntry[]; bases: Base[] }> {
  const wide = (await db.outbox.where('wide').equals(1).toArray()).filter(isOpen);
  if (wide.length > 0) return everything(db);
  const keys = new Map(rows.map((key) => [key.join(' '), key]));
  const entries = new Map<number, OutboxEntry>();
  let fresh = rows;
  while (fresh.length > 0) {
    const found = await openEntries(db, fresh);
    fresh = [];
    for (const entry of found) {
      if (entries.has(entry.seq)) continue;
      entries.set(entry.seq, entry);
      for (const key of entry.rows) {
        if (keys.has(key.join(' '))) continue;
        keys.set(key.join(' '), key);
        fresh.push(key);
      }
    }
  }
  const bases = await db.bases.bulkGet([...keys.values()]);
  return {
    entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
    bases: bases.filter((base) => base !== undefined),
  };
}
