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

/** An entry that adds no more rows has a base for each. */
const FEW_ADDED = 3;

/** What is stored. A row's own base goes before what `added` says, because a later entry has touched that row. */
interface Found {
  own: Base[];
  added: AddedRows[];
}

/** The bases of these rows, by `table id`. All, or the keys of all, come in one request where that is less work. */
export async function readBases(db: Database, keys: readonly RowKey[]): Promise<Map<string, Base>> {
  const count = keys.length > FEW ? await db.bases.count() : Number.POSITIVE_INFINITY;
  const { own, added } = count <= keys.length ? await everything(db) : await ofKeys(db, keys, count);
  const ids = new Set(added.length > 0 ? keys.flatMap(([table, id]) => (table === 'transactions' ? [id] : [])) : []);
  const bases = byName({ own, added }, (id) => ids.has(id));
  // Those of other rows stay with the entries that touch them.
  const asked = new Set(keys.map((key) => key.join(' ')));
  return count <= keys.length ? new Map([...bases].filter(([name]) => asked.has(name))) : bases;
}

/** The base of one row that is no transaction. */
export async function smallBase(db: Database, table: SmallTable, id: string): Promise<SmallBase | undefined> {
  const base = await db.bases.get([table, id]);
  return base && base.table !== 'transactions' && base.table !== 'added' ? base : undefined;
}

/** Every base, by `table id`. */
export async function allBases(db: Database): Promise<Map<string, Base>> {
  return byName(await everything(db), () => true);
}

/** How many rows have a base. */
export async function countBases(db: Database): Promise<number> {
  const [stored, added] = await Promise.all([db.bases.count(), readAdded(db)]);
  return stored - added.length + added.reduce((sum, one) => sum + idsOf(one).length, 0);
}

/** Writes bases that entries have changed, and those of rows that entries add: a list for each entry. */
export async function putBases(db: Database, changed: readonly Base[], added: readonly TransactionBase[][]) {
  const few = added.flatMap((some) => (some.length > FEW_ADDED ? [] : some));
  const many = added.flatMap((some) => (some.length > FEW_ADDED ? [together(some)] : []));
  const all = [...changed, ...few, ...many];
  if (all.length > 0) await db.bases.bulkPut(all);
}

/** Deletes the bases of all rows of entries, which are these. */
export async function deleteBases(db: Database, rows: ReadonlyMap<string, Base>): Promise<void> {
  const stored = await storedKeys(db);
  // Those of rows that one entry adds stand together, under the id of the first row.
  const isOf = ([table, id]: [string, string]) => rows.has(`${table === 'added' ? 'transactions' : table} ${id}`);
  await db.bases.bulkDelete(stored.filter(isOf));
}

/**
 * Deletes the bases of rows that none of these entries touches. The base of many rows says that the server has none of
 * them, so it goes with the entry that adds them. A row of it that another entry touches has a base of its own.
 */
export async function deleteBasesBut(db: Database, left: readonly OutboxEntry[]): Promise<void> {
  const touched = new Set(left.flatMap(({ rows }) => rows.map((row) => row.join(' '))));
  const added = new Set(left.flatMap(({ operations }) => operations.flatMap(addedId)));
  const stays = ({ table, id }: StoredBase) => (table === 'added' ? added.has(id) : touched.has(`${table} ${id}`));
  await db.bases.filter((stored) => !stays(stored)).delete();
}

function addedId(operation: Operation): string | [] {
  const isAddition = operation.kind === 'insert' || operation.kind === 'restore';
  return isAddition ? operation.row.id : [];
}

async function everything(db: Database): Promise<Found> {
  const found: Found = { own: [], added: [] };
  for (const stored of await db.bases.toArray()) {
    if (stored.table === 'added') found.added.push(stored);
    else found.own.push(whole(stored));
  }
  return found;
}

/**
 * Asks only for bases that are stored, where reading all keys is less work: new rows have none, as those of an import.
 */
async function ofKeys(db: Database, keys: readonly RowKey[], count: number): Promise<Found> {
  const wanted = keys.map(([table, id]): [string, string] => [table, id]);
  const stored = async () => {
    if (count > keys.length * KEYS_PER_BASE) return wanted;
    const there = new Set((await storedKeys(db)).map((key) => key.join(' ')));
    return wanted.filter((key) => there.has(key.join(' ')));
  };
  const [added, own] = await Promise.all([readAdded(db), stored().then((some) => db.bases.bulkGet(some))]);
  return { own: own.flatMap((base) => (base && base.table !== 'added' ? whole(base) : [])), added };
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

/** The records of rows that one entry adds. */
export async function readAdded(db: Database): Promise<AddedRows[]> {
  // An array as a key sorts after every string, so `[]` ends the range of keys that begin with the name.
  const stored = await db.bases.where('[table+id]').between(['added'], ['added', []]).toArray();
  return stored.flatMap((one) => (one.table === 'added' ? [one] : []));
}

function byName({ own, added }: Found, isWanted: (id: string) => boolean): Map<string, Base> {
  const bases = new Map<string, Base>();
  for (const { places } of added) {
    for (const { scope, month, ids } of places) {
      for (const id of ids.split(' ')) {
        if (!isWanted(id)) continue;
        const seen = [{ scope, month }];
        bases.set(`transactions ${id}`, { table: 'transactions', id, row: null, places: [], seen });
      }
    }
  }
  for (const base of own) bases.set(`${base.table} ${base.id}`, base);
  return bases;
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

/** The ids of the rows of such a record. */
export function idsOf({ places }: AddedRows): string[] {
  return places.flatMap(({ ids }) => ids.split(' '));
}
