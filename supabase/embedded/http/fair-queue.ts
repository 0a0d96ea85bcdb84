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
  /**
   * Resolves or rejects as `work` does, once it had its turn. Rejects with QueueFull if it gets none. `network`: where
   * the caller is.
   */
  run<T>(who: string, work: () => T | Promise<T>, network?: string): Promise<T>;
};

/**
 * `kept`: places that only callers with short work take. `ofNetwork`: the most for callers of one network.
 * `mostWaiting`: pieces that may wait. When more come, the caller who has most waiting loses the last of them. Without
 * it, the caller of the queue limits how much may wait. `now`: milliseconds of a clock that never goes back.
 */
export type Shares = { kept?: number; ofNetwork?: number; mostWaiting?: number; now?: () => number };

/** One place is for short work, and one for callers of another network. These may be the same. */
export function withOneLeft(places: number): Shares {
  return { kept: 1, ofNetwork: places - 1 };
}

type Waiting = { network: string; start(): void; refuse(): void };

/** Work that takes longer is long, in milliseconds. */
const LONG = 1000;
/** For how long its caller counts as one with long work afterwards. */
const REMEMBERED = 60_000;

/**
 * Runs `places` pieces of work at once, and at most `placesOfOne` for each `who`. Free places go round the waiting
 * callers, one each.
 */
export function createFairQueue(places: number, placesOfOne: number, shares: Shares = {}): FairQueue {
  const { kept = 0, ofNetwork = places, mostWaiting = Number.POSITIVE_INFINITY } = shares;
  const { now = () => performance.now() } = shares;
  /** The callers, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  const running = new Set<{ who: string; network: string; since: number; isLong: boolean }>();
  const ofCaller = new Counts();
  const ofNetworks = new Counts();
  const long = new LongCallers(now);
  let length = 0;

  const mayStart = (who: string, network: string) => {
    if (ofCaller.of(who) >= placesOfOne || ofNetworks.of(network) >= ofNetwork) return false;
    const taken = [...running].filter((one) => one.isLong || now() - one.since > LONG);
    const isLong = long.has(who) || taken.some((one) => one.who === who);
    return !isLong || taken.length < places - kept;
  };
  const next = () => {
    for (const [who, list] of waiting) {
      if (running.size === places) return;
      const [first] = list;
      if (!first || !mayStart(who, first.network)) continue;
      list.shift();
      length -= 1;
      waiting.delete(who);
      if (list.length > 0) waiting.set(who, list);
      first.start();
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
  const take = (who: string, network: string) => {
    const one = { who, network, since: now(), isLong: long.has(who) };
    running.add(one);
    ofCaller.add(who, 1);
    ofNetworks.add(network, 1);
    return () => {
      running.delete(one);
      ofCaller.add(who, -1);
      ofNetworks.add(network, -1);
      if (now() - one.since > LONG) long.add(who);
      next();
    };
  };

  return {
    async run(who, work, network = '') {
      const leave = await new Promise<() => void>((resolve, reject) => {
        if (length >= mostWaiting) makeRoom(who);
        wait(who, { network, start: () => resolve(take(who, network)), refuse: () => reject(queueFull) });
      });
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** Callers whose work took long a moment ago. */
class LongCallers {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(who: string): void {
    for (const [one, until] of this.#until) if (until <= this.#now()) this.#until.delete(one);
    this.#until.set(who, this.#now() + REMEMBERED);
  }

  has(who: string): boolean {
    return (this.#until.get(who) ?? 0) > this.#now();
  }
}
