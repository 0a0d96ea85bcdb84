/** How long to wait after failures. */
const BACK_OFF_MS = { first: 1000, last: 5 * 60_000 };

/**
 * Milliseconds to wait when the server asks for `waitMs` (`Retry-After`): not more than the longest back-off (S33a).
 */
export function askedWait(waitMs: number): number {
  return Math.min(BACK_OFF_MS.last, waitMs);
}

/** Full jitter: random milliseconds below a ceiling that doubles with each failure in a row (S22a). */
export function backOff(failures: number, random: () => number): number {
  return random() * Math.min(BACK_OFF_MS.last, BACK_OFF_MS.first * 2 ** Math.max(0, failures - 1));
}
