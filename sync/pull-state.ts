/** What a device remembers between pulls besides its cursors. */

import * as v from 'valibot';
import type { Database } from '#store/database/database';
import { readOne, writeMeta } from '#store/database/meta';

const PullState = v.object({
  /** How many responses were applied so far. A response that was asked for at another number is stale (S11a). */
  seq: v.number(),
  /** The epoch of the last pull; before the first pull that of the first push. Another one means a restored server. */
  epoch: v.nullable(v.string()),
  /** The server's time as of which this device had everything; null before the first pull. */
  asOf: v.optional(v.nullable(v.string()), null),
});
type PullState = v.InferOutput<typeof PullState>;

export const PULL_STATE = 'pull';

export async function readPullState(db: Database): Promise<PullState> {
  const stored = await readOne(db, PULL_STATE);
  return stored !== undefined ? v.parse(PullState, stored) : { seq: 0, epoch: null, asOf: null };
}

/**
 * Stores the epoch of a push before its verdicts, if there was no pull yet (S10b). A restore before this device's first
 * pull is then noticed, and what the server forgot is sent again (S18).
 */
export async function noteFirstEpoch(db: Database, epoch: string): Promise<void> {
  if ((await readPullState(db)).epoch !== null) return;
  await db.transaction('rw', db.meta, async () => {
    const state = await readPullState(db);
    if (state.epoch === null) await writePullState(db, { ...state, epoch });
  });
}

export async function writePullState(db: Database, value: PullState): Promise<void> {
  await writeMeta(db, PULL_STATE, value);
}
