import { Counts } from './counts.ts';

/** Too much waits already. */
export class QueueFull extends Error {
  constructor() {
    super('Too much is waiting.');
    this.name = 'QueueFull';
  }
}

/** One for all, because most of a refusal's cost is to note where its error was made. */
const queueFull = new QueueFull();

/** Runs work in a bounded number of places. A caller with much waiting work does not keep others from their turn. */
export type FairQueue = {
  /** Resolves or rejects as `work` does, once it had its turn. Rejects with QueueFull if it gets none. */
  run<T>(who: string, work: () => T | Promise<T>): Promise<T>;
};

type Waiting = { start(): void; refuse(): void };

/**
 * Runs `places` pieces of work at once, and at most `placesOfOne` for each `who`. Free places go round the waiting
 * callers, one each. At most `mostWaiting` pieces wait. When more come, the caller who has most waiting loses the last
 * of them. Without `mostWaiting`, the caller of this function limits how much may wait.
 */
export function createFairQueue(
  places: number,
  placesOfOne: number,
  mostWaiting: number = Number.POSITIVE_INFINITY,
): FairQueue {
  /** The callers, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Counts();
  let free = places;
  let length = 0;

  const next = () => {
    for (const [who, list] of waiting) {
      if (free === 0) return;
      if (running.of(who) >= placesOfOne) continue;
      const first = list.shift();
      length -= 1;
      waiting.delete(who);
      if (list.length > 0) waiting.set(who, list);
      first?.start();
    }
  };
  /** Refuses the last piece of the caller with most of them, unless `who` would then have as many. */
  const makeRoom = (who: string) => {
    let longest: Waiting[] = [];
    for (const list of waiting.values()) if (list.length > longest.length) longest = list;
    const own = waiting.get(who)?.length ?? 0;
    if (longest.length <= own + 1) throw queueFull;
    length -= 1;
    longest.pop()?.refuse();
  };
  const wait = (who: string, piece: Waiting) => {
    const list = waiting.get(who);
    if (list) list.push(piece);
    else waiting.set(who, [piece]);
    length += 1;
    next();
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
      await new Promise<void>((resolve, reject) => {
        if (length >= mostWaiting) makeRoom(who);
        const start = () => {
          take(who);
          resolve();
        };
        wait(who, { start, refuse: () => reject(queueFull) });
      });
      try {
        return await work();
      } finally {
        leave(who);
      }
    },
  };
}
