/** How a pull finds the entries on rows. */
import type { Database } from '../database/database.ts';
import type { RowKey } from '../database/records.ts';
import { seqsOn } from '../outbox/outbox.ts';
import { findAdded, storedKeys } from './bases.ts';

/**
 * Numbers of the entries on these rows. Rows that one entry adds, and that no other one touches, are looked up by one
 * of them for all: 10,000 rows of an import are on 20 entries.
 */
export async function seqsOnMany(db: Database, rows: readonly RowKey[]): Promise<number[]> {
  const own = new Set((await storedKeys(db)).flatMap(([table, id]) => (table === 'transactions' ? [id] : [])));
  const asked = rows.flatMap(([table, id]) => (table === 'transactions' && !own.has(id) ? [id] : []));
  const added = await findAdded(db, asked);
  const standIns = rows.map(([table, id]): RowKey => [table, (table === 'transactions' && added.get(id)?.first) || id]);
  return seqsOn(db, [...new Map(standIns.map((key) => [key.join(' '), key])).values()]);
}

/** Numbers of the entries that touch more than transactions. */
export function seqsOnSmallRows(db: Database): Promise<number[]> {
  // The names of all other tables sort before this one.
  return db.outbox.where('rows').below(['transactions']).distinct().primaryKeys();
}
