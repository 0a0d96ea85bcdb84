/**
 * When totals are counted again and compared with the server's: a while after the start and once a day, a month at a time,
 * whenever the device has nothing better to do (S26, S32).
 */
import type { Database } from '#store/database';
import type { Environment } from './environment.ts';
import { type Remote, RemoteFailure } from './remote.ts';

/** Starting and the first sync come first. */
const AFTER_START_MS = 60_000;

/** How often to look whether a day has passed: timers do not run while a device sleeps. */
const LOOK_MS = 60 * 60_000;

/** Counts until the returned function is called; `pull` is called when the server has something else. */
export function recountWhenIdle(db: Database, remote: Remote, environment: Environment, pull: () => void): () => void {
  let stopped = false;
  let cancel = () => {};
  let mayDiffer = false;
  const later = (delay: number) => {
    if (!stopped) cancel = environment.whenIdle(delay, () => void count());
  };
  const count = async () => {
    try {
      // The first visit does without.
      const { recountNext } = await import('#store/recount');
      const outcome = await recountNext(db, new Date(environment.now()));
      if (outcome === 'more') return later(0);
      if (outcome === 'finished') mayDiffer = true;
      if (mayDiffer) mayDiffer = await compare();
    } catch (failure) {
      // Without an answer there is nothing to compare with, this time.
      if (!stopped && !(failure instanceof RemoteFailure)) environment.report(failure);
    }
    later(LOOK_MS);
  };
  /** Whether it still has to be done. */
  const compare = async () => {
    const { compareSums } = await import('./compare-sums.ts');
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
