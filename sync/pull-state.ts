/** What a device must remember between pulls beside its cursors. */

import * as v from 'valibot';
import type { Database } from '#store/database';

const PullState = v.object({
  /** Number of answers applied so far: an answer that was asked for under another number is stale. */
  seq: v.number(),
  /** The server's epoch at the first answer to a push or the last one to a pull; another one means that the server was restored. */
  epoch: v.nullable(v.string()),
});
type PullState = v.InferOutput<typeof PullState>;

const KEY = 'pull';

export async function readPullState(db: Database): Promise<PullState> {
  const stored = await db.meta.get(KEY);
  return stored ? v.parse(PullState, stored.value) : { seq: 0, epoch: null };
}

/**
 * Before the first verdict is noted: a server that is restored before this device's first pull is then known to be another, and
 * what it forgot is sent again (S18).
 */
export async function noteFirstEpoch(db: Database, epoch: string): Promise<void> {
  if ((await readPullState(db)).epoch !== null) return;
  await db.transaction('rw', db.meta, async () => {
    const state = await readPullState(db);
    if (state.epoch === null) await writePullState(db, { ...state, epoch });
  });
}

export async function writePullState(db: Database, value: PullState): Promise<void> {
  await db.meta.put({ key: KEY, value });
}
