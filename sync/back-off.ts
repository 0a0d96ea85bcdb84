/** How long to wait after failures. */
const BACK_OFF_MS = { first: 1000, last: 5 * 60_000 };

/** Full jitter: milliseconds, anything up to a ceiling that doubles with each failure in a row (S22). */
export function backOff(failures: number, random: () => number): number {
  return random() * Math.min(BACK_OFF_MS.last, BACK_OFF_MS.first * 2 ** Math.max(0, failures - 1));
}
