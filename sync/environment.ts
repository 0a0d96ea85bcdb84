/** What the engine takes from the outside besides database and server, so that tests can be the outside. */

/** Milliseconds since 1970 on this device's clock. */
export type Moment = number;

export interface Environment {
  now(): Moment;
  /** Uniform in [0, 1). */
  random(): number;
  /** Calls `run` after `delay` milliseconds unless the returned function is called before. */
  after(delay: number, run: () => void): () => void;
  /** Calls `run` when the device has nothing better to do, after `delay` milliseconds at the earliest, unless taken back. */
  whenIdle(delay: number, run: () => void): () => void;
  /** Runs alone among this user's tabs if it can; after a while of waiting it runs all the same. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Calls `report` whenever the device believes to be back online or the app comes to the front. */
  whenReachable(report: () => void): () => void;
  /** Told of failures that are none of the server's: the database's, or a defect. */
  report(failure: unknown): void;
}

/** Pause between pieces of idle work where the browser does not say when it is idle. */
const WITHOUT_IDLE_MS = 1000;

/** How long a tab waits for another tab's cycle. A suspended tab may hold the lock for ever. */
const PATIENCE_MS = 10_000;

export function browserEnvironment(userId: string): Environment {
  return {
    now: Date.now,
    random: Math.random,
    after(delay, run) {
      const timer = setTimeout(run, delay);
      return () => clearTimeout(timer);
    },
    whenIdle(delay, run) {
      // Safari does not say when it is idle.
      if (!('requestIdleCallback' in window)) return this.after(delay + WITHOUT_IDLE_MS, run);
      let asked = 0;
      const cancel = this.after(delay, () => {
        asked = window.requestIdleCallback(run);
      });
      return () => {
        cancel();
        window.cancelIdleCallback(asked);
      };
    },
    exclusively: (run) => underLock(`carryover-sync-${userId}`, run),
    report: (failure) => console.error('sync', failure),
    whenReachable(report) {
      const shown = () => {
        if (document.visibilityState === 'visible') report();
      };
      window.addEventListener('online', report);
      document.addEventListener('visibilitychange', shown);
      return () => {
        window.removeEventListener('online', report);
        document.removeEventListener('visibilitychange', shown);
      };
    },
  };
}

/** Correctness does not need the lock (S21), so where there is none, or it is not to be had, the cycle runs without. */
export async function underLock<T>(name: string, run: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  // Absent on plain-http origins.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return run();
  const waiting = AbortSignal.timeout(patience);
  let started = false;
  try {
    return await locks.request(name, { signal: waiting }, () => {
      started = true;
      return run();
    });
  } catch (failure) {
    if (started) throw failure;
    return run();
  }
}
