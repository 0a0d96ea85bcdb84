/** What a cycle knows of itself stands in a dozen values, and nearly every step asks for some of them. */
import { BUDGET_ROLES } from '#store/database/budget-roles';
import type { Database } from '#store/database/database';
import { DEVICE_ID } from '#store/database/device-id';
import { readAhead } from '#store/database/meta';
import { UNREADABLE } from '#store/database/unreadable';
import { CLOCK_KEYS } from '#store/optimistic/edit-clock';
import { BATCHES } from '#store/outbox/batches';
import { PULL_STATE } from './pull-state.ts';
import { THROUGHPUT } from './throughput.ts';

const MARKS = [BATCHES, DEVICE_ID, PULL_STATE, THROUGHPUT, ...CLOCK_KEYS];
/** A server that is much newer may send a thousand rows that cannot be read, so a push leaves them alone. */
const OF_PULL = [...MARKS, BUDGET_ROLES, UNREADABLE];

/** Reads all that a push needs in one round trip, for the transaction in which this runs. */
export function readMarks(db: Database): Promise<void> {
  return readAhead(db, MARKS);
}

/** The same for a pull. */
export function readMarksOfPull(db: Database): Promise<void> {
  return readAhead(db, OF_PULL);
}
