/** The lock that lets one cycle run at a time among a user's tabs and the service worker. */

/** Milliseconds that a tab waits for another tab's cycle. A suspended tab may hold the lock for ever. */
const PATIENCE_MS = 10_000;

export function lockName(userId: string): string {
  return `carryover-sync-${userId}`;
}

/**
 * Runs under the lock. Correctness does not need it, so without a lock, or after a long wait, it runs anyway (S21c).
 */
export async function underLock<T>(name: string, run: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  // `locks` is absent on plain-http origins.
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

/** Runs only if nobody holds the lock: the holder does the same work (S31c). */
export async function unlessLocked(name: string, run: () => Promise<void>): Promise<void> {
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}
