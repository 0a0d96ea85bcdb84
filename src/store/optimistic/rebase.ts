/**
 * The user sees the server's last word (base) with the open entries of the outbox laid over it, in order. When the base
 * or the set of open entries changes, three steps follow. The entries are lifted off the rows, the bare rows change,
 * and the entries are laid again by repeating their operations. So an entry has only one meaning in the code, and the
 * device never merges anything.
 */

import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Base, KeptRow, OutboxEntry, Place, RowKey, SmallBase, TransactionBase } from '../database/records.ts';
import { type MonthBook, MonthBooks, shownRow } from '../ledger/ledger.ts';
import { aliasesOf } from '../outbox/aliases.ts';
import { isOpen, openEntries } from '../outbox/outbox.ts';
import { Changeset } from './changeset.ts';
import { applyOperation } from './effects.ts';

/** The result of lifting. */
export interface Lifted {
  /** Open entries, in order. */
  entries: OutboxEntry[];
  /**
   * The places of the server's transactions that the entries touch. Code that moves such a row must record its new
   * place here.
   */
  places: Map<string, Place[]>;
  /** The rows as the user saw them, by `table id`. */
  seen: Map<string, KeptRow>;
}

/**
 * Lifts the open entries off the rows, lets `change` work on the bare rows, and lays the entries that `change` returns.
 * `change` returns them in their new state, without those that shall leave the rows. `rows`: only these rows, and all
 * rows connected to them through entries; `all` lifts everything. Runs inside the caller's transaction, which covers
 * every table.
 */
export async function rebase(
  db: Database,
  rows: RowKey[] | 'all',
  change: (lifted: Lifted) => Promise<OutboxEntry[]>,
): Promise<void> {
  const lifted = await lift(db, rows);
  const entries = await change(lifted);
  await lay(db, { ...lifted, entries: entries.filter(isOpen) });
}

/** Brings rows back to the server's last word. */
async function lift(db: Database, rows: RowKey[] | 'all'): Promise<Lifted> {
  const { entries, bases } = rows === 'all' ? await everything(db) : await connected(db, rows);
  const lifted: Lifted = { entries, places: new Map(), seen: new Map() };
  for (const base of bases) if (base.table !== 'transactions') await liftSmall(db, base, lifted);
  const ofTransactions = bases.filter((base) => base.table === 'transactions');
  await liftTransactions(db, ofTransactions, lifted);
  // A row that was gone when its entries were laid has no base, but it may come back.
  for (const [table, id] of entries.flatMap((entry) => entry.rows)) {
    if (table === 'transactions' && !lifted.places.has(id)) lifted.places.set(id, []);
  }
  // One request instead of one for each base: ten thousand requests take a second.
  if (rows === 'all') await db.bases.clear();
  else await db.bases.bulkDelete(bases.map((base): [string, string] => [base.table, base.id]));
  return lifted;
}

async function liftTransactions(db: Database, bases: TransactionBase[], lifted: Lifted): Promise<void> {
  const { places, seen } = lifted;
  const aliases = aliasesOf(lifted.entries);
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
    for (const stored of await book.exchange(ids, rows)) {
      const row = shownRow(stored, aliases);
      seen.set(`transactions ${row.id}`, { table: 'transactions', row });
    }
  }
  await books.save();
}

async function liftSmall(db: Database, base: SmallBase, { seen }: Lifted): Promise<void> {
  const { table, id } = base;
  const row = table === 'notices' ? undefined : await db.small[table].get(id);
  if (row && table !== 'notices') seen.set(`${table} ${id}`, { table, row });
  // The base was read from the same table, so its row fits without a check.
  if (base.row) await db.table(base.table).put(base.row);
  else await db.table(base.table).delete(base.id);
}

/**
 * Lays the entries again. An entry whose row is gone keeps the row as the user last saw it, so that the row can be
 * brought back.
 */
async function lay(db: Database, lifted: Lifted): Promise<void> {
  const changes = new Changeset(db, { places: lifted.places, noBases: true, aliases: [] });
  const changed: OutboxEntry[] = [];
  for (const entry of lifted.entries) {
    changes.beginEntry();
    const lost: KeptRow[] = [];
    for (const operation of standing(entry)) {
      const missing = await applyOperation(changes, operation, entry);
      const row = missing && lifted.seen.get(`${missing[0]} ${missing[1]}`);
      if (row) lost.push(row);
    }
    if (lost.length > 0) changed.push({ ...entry, content: lost });
    else if (entry.wide) {
      const { renamesIn, ...rest } = entry;
      const laid = { ...rest, ...reachOf(changes) };
      changed.push(laid);
      await changes.layRenames(aliasesOf([laid]));
    }
  }
  await changes.save();
  await db.outbox.bulkPut(changed);
}

/** What an entry that reaches further than it says has reached this time. */
export function reachOf({ touched, renamedIn }: Changeset): Pick<OutboxEntry, 'rows' | 'renamesIn'> {
  const rows = [...touched.values()];
  return renamedIn.size > 0 ? { rows, renamesIn: [...renamedIn] } : { rows };
}

/** The operations that still hold. After a superseding verdict, the fields that lost have the winning values. */
function standing(entry: OutboxEntry): Operation[] {
  const { verdict, operations } = entry;
  if (verdict?.status !== 'superseded') return operations;
  if (verdict.reason === 'deleted') return [];
  return operations.flatMap((operation): Operation[] => {
    // A later edit stands, so the row that was to be deleted does, too.
    if (operation.kind === 'delete') return [];
    if (operation.kind !== 'patch') return [operation];
    const kept = Object.entries(verdict.kept).filter(([field]) => field in operation.after);
    return [{ ...operation, after: { ...operation.after, ...Object.fromEntries(kept) } }];
  });
}

async function everything(db: Database): Promise<{ entries: OutboxEntry[]; bases: Base[] }> {
  return { entries: await openEntries(db), bases: await db.bases.toArray() };
}

/** All entries that share a row with these rows, directly or through other entries, and the bases of all their rows. */
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
