/**
 * Schedules the self-check: the recount of totals (S26) and the comparison with the server's sums (S32). It runs a
 * while after the start and once a day, a month at a time, when the device is idle.
 */
import type { Database } from '#store/database/database';
import { recountNext } from '#store/ledger/recount';
import { compareSums } from './compare-sums.ts';
import type { Environment } from './environment.ts';
import { type Remote, RemoteFailure } from './remote.ts';

/** Milliseconds that the app has for its start and first sync. */
const AFTER_START_MS = 60_000;

/** Milliseconds between two looks whether a day has passed. Timers do not run while a device sleeps. */
const LOOK_MS = 60 * 60_000;

/** Counts until the returned function is called. Calls `pull` when the server has other sums. */
export function recountWhenIdle(db: Database, remote: Remote, environment: Environment, pull: () => void): () => void {
  let stopped = false;
  let cancel = () => {};
  let mayDiffer = false;
  const later = (delay: number) => {
    if (!stopped) cancel = environment.whenIdle(delay, () => void count());
  };
  const count = async () => {
    try {
      const outcome = await recountNext(db, new Date(environment.now()));
      if (outcome === 'more') return later(0);
      if (outcome === 'finished') mayDiffer = true;
      if (mayDiffer) mayDiffer = await compare();
    } catch (failure) {
      // Without a response, there is nothing to compare. The next round tries again.
      if (!stopped && !(failure instanceof RemoteFailure)) environment.report(failure);
    }
    later(LOOK_MS);
  };
  /** Returns whether the comparison still has to be done. */
  const compare = async () => {
    const outcome = await compareSums(db, remote, environment.now);
    if (outcome === 'differs') pull();
    return outcome === 'busy';
  };
  later(AFTER_START_MS);
  return () => {
    stopped = true;
    cancel();
  };
}
