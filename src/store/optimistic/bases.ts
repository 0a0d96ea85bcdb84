/** Reads the server's last word on rows that open entries touch. */
import type { Database } from '../database/database.ts';
import type { Base, RowKey } from '../database/records.ts';

/** More keys than this may be a good part of all. */
const FEW = 100;

/** The bases of these rows, by `table id`. All bases come in one request where that is no more than what is asked. */
export async function readBases(db: Database, keys: readonly RowKey[]): Promise<Map<string, Base>> {
  const isMost = keys.length > FEW && (await db.bases.count()) <= keys.length;
  const found = isMost ? await db.bases.toArray() : await db.bases.bulkGet(keys.map(([table, id]) => [table, id]));
  return new Map(found.flatMap((base): [string, Base][] => (base ? [[`${base.table} ${base.id}`, base]] : [])));
}
