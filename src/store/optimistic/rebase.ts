/**
 * The user sees the server's last word (base) with the open entries of the outbox laid over it, in order. When the base
 * or the set of open entries changes, three steps follow. The entries are rolled back, the bare rows change,
 * and the entries are replayed by repeating their operations. So an entry has only one meaning in the code, and the
 * device never merges anything.
 */

import { groupsOf } from '#domain/mutations/operation-groups';
import type { Operation } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import type { Base, KeptRow, OutboxEntry, Place, RowKey, SmallBase, TransactionBase } from '../database/records.ts';
import { MonthBooks, shownRow } from '../ledger/ledger.ts';
import { aliasesOf } from '../outbox/aliases.ts';
import { isOpen, openEntries, openEntriesOf, seqsOn } from '../outbox/outbox.ts';
import { allBases, clearBases, countBases, deleteBases, readBases } from './bases.ts';
import { Changeset } from './changeset.ts';
import { applyTogether } from './effects.ts';

/** What was rolled back. */
export interface RolledBack {
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

/** Rows that change, and the numbers of entries that change. */
export interface Affected {
  rows: readonly RowKey[];
  seqs: readonly number[];
  /** Finds the entries on rows, where these may be very many. */
  find?: typeof seqsOn;
}

/**
 * Rolls open entries back, lets `change` work on the bare rows, and replays the entries that `change` returns.
 * `change` returns them in their new state, without those that shall leave the rows. `reach`: only these rows and the
 * rows of these entries, and all rows connected to them through entries; `all` rolls everything back. Runs inside the
 * caller's transaction, which covers every table.
 */
export async function rebase(
  db: Database,
  reach: RowKey[] | Affected | 'all',
  change: (rolledBack: RolledBack) => Promise<OutboxEntry[]>,
): Promise<void> {
  const rolledBack = await rollBack(db, Array.isArray(reach) ? { rows: reach, seqs: [] } : reach);
  const entries = await change(rolledBack);
  await replay(db, { ...rolledBack, entries: entries.filter(isOpen) });
}

/** Brings rows back to the server's last word. */
async function rollBack(db: Database, reach: Affected | 'all'): Promise<RolledBack> {
  const isMost = reach === 'all' || (await areMost(db, reach.rows));
  const { entries, bases, isAll } = isMost ? await everything(db) : await connected(db, reach);
  const rolledBack: RolledBack = { entries, places: new Map(), seen: new Map() };
  for (const base of bases.values()) if (base.table !== 'transactions') await rollBackSmall(db, base, rolledBack);
  const ofTransactions = [...bases.values()].filter((base) => base.table === 'transactions');
  await rollBackTransactions(db, ofTransactions, rolledBack);
  // A row that was gone when its entries were replayed has no base, but it may come back.
  for (const [table, id] of entries.flatMap((entry) => entry.rows)) {
    if (table === 'transactions' && !rolledBack.places.has(id)) rolledBack.places.set(id, []);
  }
  // One request instead of one for each base: ten thousand requests take a second.
  if (isAll) await clearBases(db);
  else await deleteBases(db, bases);
  return rolledBack;
}

async function rollBackTransactions(db: Database, bases: TransactionBase[], rolledBack: RolledBack): Promise<void> {
  const { places, seen } = rolledBack;
  const aliases = aliasesOf(rolledBack.entries);
  const books = new MonthBooks(db);
  for (const base of bases) places.set(base.id, base.places);
  for (const stored of await books.move(bases.map((base) => ({ ...base, from: base.seen, to: base.places })))) {
    const row = shownRow(stored, aliases);
    seen.set(`transactions ${row.id}`, { table: 'transactions', row });
  }
  await books.save();
}

async function rollBackSmall(db: Database, base: SmallBase, { seen }: RolledBack): Promise<void> {
  const { table, id } = base;
  const row = table === 'notices' ? undefined : await db.small[table].get(id);
  if (row && table !== 'notices') seen.set(`${table} ${id}`, { table, row });
  // The base was read from the same table, so its row fits without a check.
  if (base.row) await db.table(base.table).put(base.row);
  else await db.table(base.table).delete(base.id);
}

/**
 * Replays the entries. An entry whose row is gone keeps the row as the user last saw it, so that the row can be
 * brought back.
 */
async function replay(db: Database, rolledBack: RolledBack): Promise<void> {
  const changes = new Changeset(db, { places: rolledBack.places, noBases: true, aliases: [] });
  const changed: OutboxEntry[] = [];
  for (const entry of rolledBack.entries) {
    changes.beginEntry();
    const lost: KeptRow[] = [];
    for (const group of groupsOf(current(entry))) {
      const missing = await applyTogether(changes, group, entry);
      lost.push(...missing.flatMap(([table, id]) => rolledBack.seen.get(`${table} ${id}`) ?? []));
    }
    if (lost.length > 0) changed.push({ ...entry, content: lost });
    else if (entry.wide) {
      const { renamesIn, ...rest } = entry;
      const replayed = { ...rest, ...reachOf(changes) };
      changed.push(replayed);
      await changes.replayRenames(aliasesOf([replayed]));
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

/**
 * The operations that still hold. After a superseding verdict, the fields that lost have the winning values. The
 * verdict does not tell of which row a value is. So a field that several operations name waits for the pull.
 */
function current(entry: OutboxEntry): Operation[] {
  const { verdict, operations } = entry;
  if (verdict?.status !== 'superseded') return operations;
  if (verdict.reason === 'deleted') return [];
  const shared = namedTwice(operations, Object.keys(verdict.kept));
  return operations.flatMap((operation): Operation[] => {
    // A later edit stands, so the row that was to be deleted does, too.
    if (operation.kind === 'delete') return [];
    if (operation.kind !== 'patch') return [operation];
    const after = Object.entries(operation.after).filter(([field]) => !shared.has(field));
    const kept = Object.entries(verdict.kept).filter(([field]) => field in operation.after && !shared.has(field));
    return [{ ...operation, after: Object.fromEntries([...after, ...kept]) }];
  });
}

/** The fields of these that several operations name. */
function namedTwice(operations: readonly Operation[], fields: readonly string[]): Set<string> {
  const patches = operations.flatMap((one) => (one.kind === 'patch' ? [one] : []));
  return new Set(fields.filter((field) => patches.filter((one) => field in one.after).length > 1));
}

interface Overlay {
  entries: OutboxEntry[];
  /** By `table id`. */
  bases: Map<string, Base>;
  /** Whether these are all bases. */
  isAll: boolean;
}

async function everything(db: Database): Promise<Overlay> {
  const [entries, bases] = await Promise.all([openEntries(db), allBases(db)]);
  return { entries, bases, isAll: true };
}

/** Up to so many rows are found one by one. */
const FEW = 100;

/** Whether most rows under open entries are among these. Rolling everything back then takes fewer requests. */
async function areMost(db: Database, rows: readonly RowKey[]): Promise<boolean> {
  return rows.length > FEW && rows.length * 2 > (await countBases(db));
}

/**
 * All entries that share a row with these rows or entries, directly or through other entries, and the bases of all
 * their rows.
 */
async function connected(db: Database, { rows, seqs, find = seqsOn }: Affected): Promise<Overlay> {
  const multiRow = await db.outbox.where('wide').equals(1).toArray();
  if (multiRow.some(isOpen)) return everything(db);
  const keys = new Map<string, RowKey>();
  const entries = new Map<number, OutboxEntry>();
  const newAmong = (some: readonly RowKey[]) =>
    some.filter((key) => !keys.has(key.join(' ')) && keys.set(key.join(' '), key));
  let fresh = newAmong(rows);
  let found = seqs;
  while (fresh.length + found.length > 0) {
    for (const entry of await openEntriesOf(db, found)) {
      entries.set(entry.seq, entry);
      fresh.push(...newAmong(entry.rows));
    }
    found = (await find(db, fresh)).filter((seq) => !entries.has(seq));
    fresh = [];
  }
  return {
    entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
    bases: await readBases(db, [...keys.values()]),
    isAll: false,
  };
}
