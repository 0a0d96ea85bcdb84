/** How long to wait after failures. */
const BACK_OFF_MS = { first: 1000, last: 5 * 60_000 };

/** As long as the server asks for (`Retry-After`), but not longer than the longest wait without (S33). */
export function askedWait(waitMs: number): number {
  return Math.min(BACK_OFF_MS.last, waitMs);
}

/** Full jitter: milliseconds, anything up to a ceiling that doubles with each failure in a row (S22). */
export function backOff(failures: number, random: () => number): number {
  return random() * Math.min(BACK_OFF_MS.last, BACK_OFF_MS.first * 2 ** Math.max(0, failures - 1));
}
