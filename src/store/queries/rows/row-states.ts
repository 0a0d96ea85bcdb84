/** How far rows are on their way to the server, for the small marks in lists. */

import type { Database } from '../../database/database.ts';
import type { OutboxEntry, OutboxState, RowTable } from '../../database/records.ts';
import { asTheyStand, readBatches } from '../../outbox/batches.ts';

/** `waiting`: not on the server yet. `refused`: the user has to settle an entry. */
export type RowState = 'waiting' | 'refused';

const STATES: Record<OutboxState, RowState | null> = {
  pending: 'waiting',
  in_flight: 'waiting',
  applied: null,
  superseded: 'refused',
  rejected: 'refused',
  blocked: 'refused',
  lost: 'refused',
};

/** An outbox with fewer rows is read whole, in one request. In a longer one each row is looked up. */
const SHORT = 200;

/**
 * Row id to state, for the rows that have one. It reads only the given rows, those on the screen, so a long outbox
 * costs nothing more. When a row has several entries, a refused one wins.
 */
export async function rowStates(db: Database, table: RowTable, ids: readonly string[]): Promise<Map<string, RowState>> {
  const states = new Map<string, RowState>();
  if (ids.length === 0) return states;
  const shown = new Set(ids);
  // Each index key is a row that an entry touches; one entry may touch hundreds. They are not counted: while 100,000 of
  // an import wait, that takes half a second, in which nothing can be written.
  const [touched, batches] = await Promise.all([db.outbox.orderBy('rows').limit(SHORT).primaryKeys(), readBatches(db)]);
  if (touched.length === 0) return states;
  const entries = touched.length < SHORT ? await db.outbox.toArray() : await entriesOf(db, table, ids);
  for (const entry of asTheyStand(batches, entries)) {
    const state = STATES[entry.state];
    if (state === null) continue;
    for (const [ofTable, id] of entry.rows) {
      if (ofTable === table && shown.has(id) && states.get(id) !== 'refused') states.set(id, state);
    }
  }
  return states;
}

async function entriesOf(db: Database, table: RowTable, ids: readonly string[]): Promise<OutboxEntry[]> {
  const touching = db.outbox.where('rows').anyOf(ids.map((id) => [table, id]));
  const seqs = await touching.distinct().primaryKeys();
  return (await db.outbox.bulkGet(seqs)).filter((entry) => entry !== undefined);
}
