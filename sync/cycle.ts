/** One sync cycle: a push, then a pull. The push comes first, so that the server decides before access is lost. */
import type { Database } from '#store/database/database';
import type { Moment } from './environment.ts';
import { pullAll, pullOnce } from './pull.ts';
import { readPullState } from './pull-state.ts';
import { pushAll, startPushing } from './push.ts';
import { type Remote, RemoteFailure } from './remote.ts';
import type { PullLimits } from './requests.ts';

interface CycleOptions {
  db: Database;
  remote: Remote;
  now: () => Moment;
  /** Whether there is something to pull. Called after the push; `decided` entries got their verdict in it. */
  wantsPull: (decided: number) => Promise<boolean>;
  /** After this moment the cycle ends between two requests, so that no tab keeps the others waiting (S21d). */
  deadline: Moment;
  /** How many rows a response brings. */
  limits?: PullLimits;
}

/**
 * Returns `cut` when another cycle is needed: the time was up, or the server was restored. Throws RemoteFailure, or the
 * database's error.
 */
export async function runCycle({
  db,
  remote,
  now,
  wantsPull,
  deadline,
  limits,
}: CycleOptions): Promise<'done' | 'cut'> {
  const { epoch } = await readPullState(db);
  const progress = startPushing();
  let pushed: 'more' | 'done';
  try {
    pushed = await pushAll(db, remote, now, progress, () => now() <= deadline);
  } catch (failure) {
    // What the line or the server could not carry must not keep the others' changes away (S60c).
    if (failure instanceof RemoteFailure && failure.isTimeout && failure.waitMs === 0) {
      await pullOnce(db, remote, now, limits);
    }
    throw failure;
  }
  if (pushed === 'more') {
    // A user who writes without a pause must also see the others' changes (S21b).
    await pullOnce(db, remote, now, limits);
    return 'cut';
  }
  if (!(await wantsPull(progress.decided))) return 'done';
  const pulled = await pullAll(db, remote, now, deadline, limits);
  // What a restored server forgot has to go again (S18), and this cycle's push was before.
  const isRestored = epoch !== null && (await readPullState(db)).epoch !== epoch;
  return isRestored ? 'cut' : pulled;
}
