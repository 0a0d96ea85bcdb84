/** Reads the server's last word on rows that open entries touch. */
import type { Database } from '../database/database.ts';
import type { Base, RowKey } from '../database/records.ts';

/** Fewer rows are asked for one by one. */
const FEW = 100;

/** So many keys take as long to read as one row that is asked for by itself. */
const KEYS_A_ROW = 10;

/** The bases of these rows, by `table id`. All, or the keys of all, come in one request where that is less work. */
export async function readBases(db: Database, keys: readonly RowKey[]): Promise<Map<string, Base>> {
  const count = keys.length > FEW ? await db.bases.count() : Number.POSITIVE_INFINITY;
  const found = count <= keys.length ? await db.bases.toArray() : await basesOf(db, keys, count);
  return new Map(found.flatMap((base): [string, Base][] => (base ? [[`${base.table} ${base.id}`, base]] : [])));
}

/** Rows that are new have none, as those of an import. */
async function basesOf(db: Database, keys: readonly RowKey[], count: number): Promise<(Base | undefined)[]> {
  const wanted = keys.map(([table, id]): [string, string] => [table, id]);
  if (count > keys.length * KEYS_A_ROW) return db.bases.bulkGet(wanted);
  const there = new Set((await db.bases.toCollection().primaryKeys()).map((key) => key.join(' ')));
  return db.bases.bulkGet(wanted.filter((key) => there.has(key.join(' '))));
}
