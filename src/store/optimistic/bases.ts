/**
 * Reads and writes the server's last word on rows that open entries touch. Rows that the server does not have, and that
 * one entry adds, stand in one record: a record for each of ten thousand rows of a file takes a second.
 */
import type { Operation } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type {
  AddedRows,
  Base,
  OutboxEntry,
  Place,
  RowKey,
  SmallBase,
  SmallTable,
  StoredBase,
  TransactionBase,
} from '../database/records.ts';

/** The bases of no more rows are asked for one by one. */
const FEW = 100;

/** Reading so many keys at once takes as long as asking for one base by its key. */
const KEYS_PER_BASE = 10;

/** So many records of added rows are read at once, and so many bases deleted: the page draws and answers in between. */
const RECORDS_AT_ONCE = 20;
const DELETED_AT_ONCE = 200;

const KEY = '[table+id]';
/** How the key of such a record begins, and what is behind all of them: an array sorts after every string. */
const ADDED = 'added';
const END_OF_ADDED = [ADDED, []];

/** Their bases stand apart (stored-for-0.2.0.ts). */
const SCHEDULES = 'schedules';

/** The letters of an id. */
const ID_LENGTH = 36;

/** An entry that adds no more rows has a base for each. */
const FEW_ADDED = 3;

/** What is stored. A row's own base goes before what `added` says, because a later entry has touched that row. */
interface Found {
  own: Base[];
  added: TransactionBase[];
}

/** The bases of these rows, by `table id`. Those of single rows come in one request where that is less work. */
export async function readBases(db: Database, keys: readonly RowKey[]): Promise<Map<string, Base>> {
  const count = keys.length > FEW ? await db.bases.count() : Number.POSITIVE_INFINITY;
  const ids = keys.flatMap(([table, id]) => (table === 'transactions' ? [id] : []));
  const own = count <= keys.length ? ownAmong(db, keys) : ownOf(db, keys, count);
  const [added, others, ofSchedules] = await Promise.all([findAdded(db, ids), own, basesOfSchedules(db, keys)]);
  return byName({ own: [...others, ...ofSchedules], added: [...added].map(([id, { place }]) => baseOf(id, place)) });
}

async function basesOfSchedules(db: Database, keys: readonly RowKey[]): Promise<SmallBase[]> {
  const wanted = keys.flatMap(([table, id]): [string, string][] => (table === SCHEDULES ? [[table, id]] : []));
  if (wanted.length === 0) return [];
  return (await db.scheduleBases.bulkGet(wanted)).flatMap((base) => base ?? []);
}

/** The base of one row that is no transaction. */
export async function smallBase(db: Database, table: SmallTable, id: string): Promise<SmallBase | undefined> {
  if (table === SCHEDULES) return db.scheduleBases.get([table, id]);
  const base = await db.bases.get([table, id]);
  return base && base.table !== 'transactions' && base.table !== ADDED ? base : undefined;
}

/** Every base, by `table id`. */
export async function allBases(db: Database): Promise<Map<string, Base>> {
  return byName(await everything(db));
}

/** How many rows have a base. */
export async function countBases(db: Database): Promise<number> {
  let rows = await db.bases.count();
  await eachAdded(db, ({ places }) => {
    rows -= 1;
    for (const { ids } of places) rows += (ids.length + 1) / (ID_LENGTH + 1);
    return false;
  });
  return rows;
}

/** Writes bases that entries have changed, and those of rows that entries add: a list for each entry. */
export async function putBases(db: Database, changed: readonly Base[], added: readonly TransactionBase[][]) {
  const few = added.flatMap((some) => (some.length > FEW_ADDED ? [] : some));
  const many = added.flatMap((some) => (some.length > FEW_ADDED ? [together(some)] : []));
  const all = [...changed.filter((base) => !isOfSchedule(base)), ...few, ...many];
  if (all.length > 0) await db.bases.bulkPut(all);
  const ofSchedules = changed.filter(isOfSchedule);
  if (ofSchedules.length > 0) await db.scheduleBases.bulkPut(ofSchedules);
}

function isOfSchedule(base: Base): base is SmallBase {
  return base.table === SCHEDULES;
}

/** Deletes all of them. */
export async function clearBases(db: Database): Promise<void> {
  await Promise.all([db.bases.clear(), db.scheduleBases.clear()]);
}

/** Deletes the bases of all rows of entries, which are these. */
export async function deleteBases(db: Database, rows: ReadonlyMap<string, Base>): Promise<void> {
  const stored = await storedKeys(db);
  // Those of rows that one entry adds stand together, under the id of the first row.
  const isOf = ([table, id]: [string, string]) => rows.has(`${table === ADDED ? 'transactions' : table} ${id}`);
  for (const [table, keys] of Map.groupBy(stored, ([name]) => name)) {
    const gone = keys.filter(isOf);
    // Mostly an import is all that waits. Dexie notes each key that goes, and a range of keys as one.
    if (gone.length === keys.length) await db.bases.where(KEY).between([table], [table, []]).delete();
    else await deleteInSlices(db, gone);
  }
  const ofSchedules = [...rows.values()].filter(isOfSchedule);
  if (ofSchedules.length > 0) await db.scheduleBases.bulkDelete(ofSchedules.map(({ table, id }) => [table, id]));
}

async function deleteInSlices(db: Database, keys: [string, string][]): Promise<void> {
  for (let from = 0; from < keys.length; from += DELETED_AT_ONCE)
    await db.bases.bulkDelete(keys.slice(from, from + DELETED_AT_ONCE));
}

/**
 * Deletes the bases of rows that none of these entries touches. The base of many rows says that the server has none of
 * them, so it goes with the entry that adds them. A row of it that another entry touches has a base of its own.
 */
export async function deleteBasesBut(db: Database, left: readonly OutboxEntry[]): Promise<void> {
  const touched = new Set(left.flatMap(({ rows }) => rows.map((row) => row.join(' '))));
  const added = new Set(left.flatMap(({ operations }) => operations.flatMap(addedId)));
  const stays = ({ table, id }: StoredBase) => (table === ADDED ? added.has(id) : touched.has(`${table} ${id}`));
  await db.bases.filter((stored) => !stays(stored)).delete();
  await db.scheduleBases.filter((stored) => !stays(stored)).delete();
}

function addedId(operation: Operation): string | [] {
  const isAddition = operation.kind === 'insert' || operation.kind === 'restore';
  return isAddition ? operation.row.id : [];
}

async function everything(db: Database): Promise<Found> {
  const [ofSchedules, others] = await Promise.all([db.scheduleBases.toArray(), db.bases.toArray()]);
  const found: Found = { own: ofSchedules, added: [] };
  for (const stored of others) {
    if (stored.table !== ADDED) found.own.push(whole(stored));
    else for (const place of stored.places) for (const id of place.ids.split(' ')) found.added.push(baseOf(id, place));
  }
  return found;
}

/**
 * Asks only for bases that are stored, where reading all keys is less work: new rows have none, as those of an import.
 */
async function ownOf(db: Database, keys: readonly RowKey[], count: number): Promise<Base[]> {
  const wanted = keys.map(([table, id]): [string, string] => [table, id]);
  const stored = async () => {
    if (count > keys.length * KEYS_PER_BASE) return wanted;
    const there = new Set((await storedKeys(db)).map((key) => key.join(' ')));
    return wanted.filter((key) => there.has(key.join(' ')));
  };
  const own = await db.bases.bulkGet(await stored());
  return own.flatMap((base) => (base && base.table !== ADDED ? whole(base) : []));
}

/** The same, out of the bases of all single rows. Those of other rows stay with the entries that touch them. */
async function ownAmong(db: Database, keys: readonly RowKey[]): Promise<Base[]> {
  const asked = new Set(keys.map((key) => key.join(' ')));
  const [before, behind] = [db.bases.where(KEY).below([ADDED]), db.bases.where(KEY).above(END_OF_ADDED)];
  const own = await Promise.all([before.toArray(), behind.toArray()]);
  return own
    .flat()
    .flatMap((base) => (base.table !== ADDED && asked.has(`${base.table} ${base.id}`) ? whole(base) : []));
}

/** A row that 0.2.0 stored lacks what came later. */
function whole(base: Base): Base {
  if (base.table !== 'transactions' || !base.row || Object.hasOwn(base.row, 'refund')) return base;
  return { ...base, row: { ...base.row, refund: TRANSACTION_DEFAULTS.refund } };
}

/** The keys of all records: a row's table and id, or `added` and the id of the first of the rows. */
export function storedKeys(db: Database): Promise<[string, string][]> {
  return db.bases.toCollection().primaryKeys();
}

/** Where a row stands that one entry adds: its place, and the id of the first row of its record. */
interface AddedRow {
  first: string;
  place: Place;
}

/** Those of these rows that one entry adds. An import of 100,000 rows has some hundred records. */
export async function findAdded(db: Database, ids: readonly string[]): Promise<Map<string, AddedRow>> {
  const found = new Map<string, AddedRow>();
  const left = new Set(ids);
  await eachAdded(db, ({ id: first, places }) => {
    for (const place of places)
      for (let at = 0; at < place.ids.length && left.size > 0; at += ID_LENGTH + 1) {
        const id = place.ids.slice(at, at + ID_LENGTH);
        if (left.delete(id)) found.set(id, { first, place });
      }
    return left.size === 0;
  });
  return found;
}

/** Visits the records of rows that one entry adds, a few at a time, until `visit` has seen enough. */
async function eachAdded(db: Database, visit: (record: AddedRows) => boolean): Promise<void> {
  let after = [ADDED];
  for (;;) {
    const records = db.bases.where(KEY).between(after, END_OF_ADDED, false);
    const some = await records.limit(RECORDS_AT_ONCE).toArray();
    for (const one of some) if (one.table === ADDED && visit(one)) return;
    const last = some.at(-1);
    if (!last || some.length < RECORDS_AT_ONCE) return;
    after = [ADDED, last.id];
  }
}

function byName({ own, added }: Found): Map<string, Base> {
  return new Map([...added, ...own].map((base) => [`${base.table} ${base.id}`, base]));
}

/** The base of a row that the server does not have. */
function baseOf(id: string, { scope, month }: Place): TransactionBase {
  return { table: 'transactions', id, row: null, places: [], seen: [{ scope, month }] };
}

function together(bases: readonly TransactionBase[]): AddedRows {
  const places = new Map<string, { scope: string; month: string; ids: string[] }>();
  for (const { id, seen } of bases) {
    for (const { scope, month } of seen) {
      const place = places.get(`${scope} ${month}`) ?? { scope, month, ids: [] };
      places.set(`${scope} ${month}`, place);
      place.ids.push(id);
    }
  }
  const packed = [...places.values()].map((place) => ({ ...place, ids: place.ids.join(' ') }));
  return { table: 'added', id: bases[0]?.id ?? '', places: packed };
}
