/**
 * Work that a request starts and does not wait for. Recovery does work for a known address and none for an unknown one.
 * So the response goes out first. The work follows at a random moment, so that the next request does not show it
 * either.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BackgroundSet } from '../background-set.ts';
import { describeError, type Log } from '../log.ts';

/** Milliseconds that work waits at most. */
const longestWait = 1000;
/** Pieces of work that may wait. Further ones are dropped and logged. */
const mostWaiting = 1000;

export type BehindTheAnswer = {
  /** Errors of `work` are logged. */
  later(work: () => Promise<void>): void;
  /** Begins all waiting work at once, and resolves when it is done. */
  finish(): Promise<void>;
};

export function createBehindTheAnswer(log: Log): BehindTheAnswer {
  const running = new BackgroundSet(mostWaiting);
  const hurry = new AbortController();
  const run = async (work: () => Promise<void>) => {
    await delay(Math.random() * longestWait, undefined, { signal: hurry.signal }).catch(() => {});
    await work().catch((error: unknown) => log('auth.later.failed', describeError(error)));
  };
  return {
    later(work) {
      if (!running.start(() => run(work))) log('auth.later.dropped', { waiting: running.size });
    },
    finish() {
      hurry.abort();
      return running.finish();
    },
  };
}
