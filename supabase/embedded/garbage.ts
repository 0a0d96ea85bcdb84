import type { Sql } from 'postgres';
import { describeError, type Log } from './log.ts';

/** Milliseconds from the start to the first run, and between runs. */
export type GarbageSchedule = { first: number; every: number };

/** A start is not burdened with it, and a backend that runs for an hour a day still does it. */
export const defaultGarbageSchedule: GarbageSchedule = { first: 5 * 60_000, every: 24 * 60 * 60_000 };

/**
 * Runs `public.collect_garbage()` again and again: old removals are dropped, invitations run out. Logs one line a run;
 * a run that fails is only logged, for the next one does its work. Returns how to stop.
 */
export function scheduleGarbageCollection(sql: Sql, log: Log, { first, every }: GarbageSchedule): () => void {
  const run = async () => {
    try {
      const [row] = await sql<{ dropped: number }[]>`select public.collect_garbage()::int as dropped`;
      log('garbage.collected', { removals: row?.dropped ?? 0 });
    } catch (error) {
      log('garbage.failed', describeError(error));
    }
  };
  let timer = setTimeout(() => {
    timer = setInterval(() => void run(), every).unref();
    void run();
  }, first).unref();
  return () => clearInterval(timer);
}
