/** One cycle at a time among the tabs of a user, and the service worker. */

/** How long a tab waits for another tab's cycle. A suspended tab may hold the lock for ever. */
const PATIENCE_MS = 10_000;

export function lockName(userId: string): string {
  return `carryover-sync-${userId}`;
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

/** Runs only if nobody holds the lock: whoever does is at the same work. */
export async function unlessLocked(name: string, run: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}
