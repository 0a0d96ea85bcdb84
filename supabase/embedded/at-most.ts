import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the work has ended, but no longer than this. Something that never answers may hold the work for ever. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const tooLong = delay(milliseconds, null, { signal: ended.signal }).catch(() => {});
  try {
    await Promise.race([work, tooLong]);
  } finally {
    ended.abort();
  }
}
