/**
 * The least time that a response takes. It adds to same-work.ts: it hides the one or two statements more that signing
 * up a new address takes. It is well above the time of the work, because a floor that the work reaches would hide
 * nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. Comparing or hashing one password takes some 80. */
export const passwordFloor = 250;
/** Milliseconds. One query takes some 3. */
export const queryFloor = 50;

/** Starts the clock now. The returned function resolves when this many milliseconds have passed. */
export function startFloor(milliseconds: number): () => Promise<void> {
  const gone = delay(milliseconds, undefined, { ref: false });
  return () => gone;
}
