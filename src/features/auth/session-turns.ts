/**
 * A log-out ends all sessions of its user on the server. One that is on its way would also end a session that begins
 * meanwhile. So beginning a session and telling the server of a log-out take turns, in all tabs.
 */
const LOCK = 'carryover-session';

/** Milliseconds to wait for the turn. A suspended tab may hold the lock for ever. */
const PATIENCE_MS = 20_000;

/** Runs the work in its turn, or after a long wait without it. Resolves or rejects as the work does. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // `locks` is absent on plain-http origins.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (failure) {
    if (hasBegun) throw failure;
    return work();
  }
}
