/**
 * Runs once the browser has nothing else to do, at the latest after so many milliseconds. Safari does not tell when it
 * is idle: there it runs after `blindMs`.
 */
export function whenIdle(run: () => void, latestMs: number, blindMs = latestMs): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, blindMs);
}
