/** When a part of the page may be loaded that is not needed for the first look at it. */
import { whenIdle } from './when-idle.ts';

/** Nothing is put off for longer. */
const LATEST_MS = 2000;
/** Where the browser does not tell when it is idle. */
const BLIND_MS = 200;

interface Turn {
  /** Resolves when the browser has nothing else to do, or somebody wants the part. */
  comes: () => Promise<void>;
  /** Somebody reaches for the part. */
  want: () => void;
}

export function idleOrWanted(): Turn {
  const wanted = Promise.withResolvers<void>();
  const idle = () => new Promise<void>((resolve) => whenIdle(resolve, LATEST_MS, BLIND_MS));
  return { comes: () => Promise.race([wanted.promise, idle()]), want: () => wanted.resolve() };
}
