/** One sync cycle: what waits goes up first, so that the server decides on it before access is lost; then what is new comes down. */
import type { Database } from '#store/database';
import type { Moment } from './environment.ts';
import { pullAll, pullOnce } from './pull.ts';
import { pushAll, startPushing } from './push.ts';
import type { PullLimits } from './questions.ts';
import type { Remote } from './remote.ts';

interface CycleOptions {
  db: Database;
  remote: Remote;
  now: () => Moment;
  /** Whether there is something to pull, asked when everything is pushed; `decided` entries got their verdict just now. */
  wantsPull: (decided: number) => Promise<boolean>;
  /** The cycle ends between two requests after this moment, so that no tab keeps the others waiting. */
  deadline: Moment;
  /** How many rows an answer brings. */
  limits?: PullLimits;
}

/** `cut`: the time was up, run another one. Throws RemoteFailure, or what the database threw. */
export async function runCycle({
  db,
  remote,
  now,
  wantsPull,
  deadline,
  limits,
}: CycleOptions): Promise<'done' | 'cut'> {
  const progress = startPushing();
  if ((await pushAll(db, remote, now, progress, () => now() <= deadline)) === 'more') {
    // Who writes without a pause must hear of the others, too.
    await pullOnce(db, remote, now, limits);
    return 'cut';
  }
  if (!(await wantsPull(progress.decided))) return 'done';
  return pullAll(db, remote, now, deadline, limits);
}
