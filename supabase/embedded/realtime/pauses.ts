import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Call the result after each piece of long work. It lets everything else have its turn whenever the work has kept the
 * process for some milliseconds.
 */
export function createPauses(milliseconds = 4): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < milliseconds) return;
    await nextRound();
    since = performance.now();
  };
}
