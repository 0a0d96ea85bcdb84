import { Counts } from './counts.ts';

/** Runs work in a bounded number of places. A caller with much waiting work does not keep others from their turn. */
export type FairQueue = {
  /** Resolves or rejects as `work` does, once it had its turn. */
  run<T>(who: string, work: () => T | Promise<T>): Promise<T>;
};

/**
 * Runs `places` pieces of work at once, and at most `placesOfOne` for each `who`. Free places go round the waiting
 * callers, one each. The caller of this function limits how much may wait.
 */
export function createFairQueue(places: number, placesOfOne: number): FairQueue {
  /** The callers, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Counts();
  let free = places;

  const next = () => {
    for (const [who, starts] of waiting) {
      if (free === 0) return;
      if (running.of(who) >= placesOfOne) continue;
      const start = starts.shift();
      waiting.delete(who);
      if (starts.length > 0) waiting.set(who, starts);
      start?.();
    }
  };
  const take = (who: string) => {
    free -= 1;
    running.add(who, 1);
  };
  const leave = (who: string) => {
    free += 1;
    running.add(who, -1);
    next();
  };

  return {
    async run(who, work) {
      await new Promise<void>((resolve) => {
        const start = () => {
          take(who);
          resolve();
        };
        const starts = waiting.get(who);
        if (starts) starts.push(start);
        else waiting.set(who, [start]);
        next();
      });
      try {
        return await work();
      } finally {
        leave(who);
      }
    },
  };
}
