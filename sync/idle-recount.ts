/** When totals are counted again: a while after the start, a month at a time, whenever the device has nothing better to do (S26). */
import type { Database } from '#store/database';
import { recountNext } from '#store/recount';
import type { Environment } from './environment.ts';

/** Starting and the first sync come first. */
const AFTER_START_MS = 60_000;

/** Counts until the round is over or the returned function is called. */
export function recountWhenIdle(db: Database, environment: Environment): () => void {
  let stopped = false;
  let cancel = () => {};
  const count = async () => {
    try {
      const outcome = await recountNext(db, new Date(environment.now()));
      if (outcome === 'more' && !stopped) cancel = environment.whenIdle(0, () => void count());
    } catch (failure) {
      if (!stopped) environment.report(failure);
    }
  };
  cancel = environment.whenIdle(AFTER_START_MS, () => void count());
  return () => {
    stopped = true;
    cancel();
  };
}
