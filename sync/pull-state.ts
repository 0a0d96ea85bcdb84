/** What a device must remember between pulls beside its cursors. */

import * as v from 'valibot';
import type { Database } from '#store/database';

const PullState = v.object({
  /** Number of answers applied so far: an answer that was asked for under another number is stale. */
  seq: v.number(),
  /** The server's epoch at the last answer; another one means that the server was restored. */
  epoch: v.nullable(v.string()),
});
export type PullState = v.InferOutput<typeof PullState>;

const KEY = 'pull';

export async function readPullState(db: Database): Promise<PullState> {
  const stored = await db.meta.get(KEY);
  return stored ? v.parse(PullState, stored.value) : { seq: 0, epoch: null };
}

export async function writePullState(db: Database, value: PullState): Promise<void> {
  await db.meta.put({ key: KEY, value });
}
