/** When a part of the page may be loaded that is not needed for the first look at it. */

/** Nothing is put off for longer. */
const LATEST_MS = 2000;
/** Safari does not tell when it is idle. */
const BLIND_MS = 200;

interface Turn {
  /** Resolves when the browser has nothing else to do, or somebody wants the part. */
  comes: () => Promise<void>;
  /** Somebody reaches for the part. */
  want: () => void;
}

export function idleOrWanted(): Turn {
  const wanted = Promise.withResolvers<void>();
  return { comes: () => Promise.race([wanted.promise, idle()]), want: () => wanted.resolve() };
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, BLIND_MS);
  });
}
