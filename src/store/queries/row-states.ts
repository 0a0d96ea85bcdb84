/** Where rows are between this device and the server, for the small marks in lists. */
import type { Database } from '../database.ts';
import type { OutboxEntry, OutboxState, RowTable } from '../outbox.ts';
import { asTheyStand, readRuns } from '../runs.ts';

/** `waiting`: not yet on the server. `refused`: the user has to look at what happened. */
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

/** An outbox shorter than this is read whole, which is one request; in a longer one each row is looked up. */
const SHORT = 200;

/**
 * Row id to state, of the rows that have one. Asks for the given rows only, those on the screen, so that it costs no more
 * however much waits in the outbox. Of several entries on one row, a refused one shows.
 */
export async function rowStates(db: Database, table: RowTable, ids: readonly string[]): Promise<Map<string, RowState>> {
  const states = new Map<string, RowState>();
  if (ids.length === 0) return states;
  const shown = new Set(ids);
  const [first, runs] = await Promise.all([db.outbox.limit(SHORT).toArray(), readRuns(db)]);
  const entries = first.length < SHORT ? first : await entriesOf(db, table, ids);
  for (const entry of asTheyStand(runs, entries)) {
    const state = STATES[entry.state];
    if (state === null) continue;
    for (const [ofTable, id] of entry.rows) {
      if (ofTable === table && shown.has(id) && states.get(id) !== 'refused') states.set(id, state);
    }
  }
  return states;
}

function entriesOf(db: Database, table: RowTable, ids: readonly string[]): Promise<OutboxEntry[]> {
  return db.outbox
    .where('rows')
    .anyOf(ids.map((id) => [table, id]))
    .distinct()
    .toArray();
}
