/**
 * What the server sent and this version of the app cannot read (S61). It is kept as it came, so that a later version
 * finds out whether it can.
 */
import * as v from 'valibot';
import type { Database } from './database.ts';
import { dropMeta, readMeta, writeMeta } from './meta.ts';

/** A row of a response. `scope` is null for lists that come whole with each response. `raw`: the row as it came. */
const UnreadableRow = v.object({
  scope: v.nullable(v.string()),
  table: v.string(),
  id: v.nullable(v.string()),
  raw: v.unknown(),
});
export type UnreadableRow = v.InferOutput<typeof UnreadableRow>;

const Unreadable = v.object({
  rows: v.array(UnreadableRow),
  /** Scopes that stand as they were before the last response, because it could not be applied to them. */
  scopes: v.array(v.string()),
});
export type Unreadable = v.InferOutput<typeof Unreadable>;

export const UNREADABLE = 'unreadable';

/** So many rows are kept. A server that is much newer may send nothing that can be read. */
const MOST = 1000;

export async function readUnreadable(db: Database): Promise<Unreadable> {
  return (await readMeta(db, UNREADABLE, Unreadable)) ?? { rows: [], scopes: [] };
}

export async function writeUnreadable(db: Database, { rows, scopes }: Unreadable): Promise<void> {
  if (rows.length + scopes.length === 0) await dropMeta(db, UNREADABLE);
  else await writeMeta(db, UNREADABLE, { rows: rows.slice(0, MOST), scopes });
}
