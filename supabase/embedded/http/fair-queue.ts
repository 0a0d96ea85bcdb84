import { Counts } from './counts.ts';

/** Runs work in a bounded number of places. A caller with much waiting work does not keep others from their turn. */
export type FairQueue = {
  /** Resolves or rejects as `work` does, once it had its turn. `network`: where the caller is. */
  run<T>(who: string, work: () => T | Promise<T>, network?: string): Promise<T>;
};

/**
 * `kept`: places that only callers with short work take. `ofNetwork`: the most for callers of one network. `now`:
 * milliseconds of a clock that never goes back.
 */
export type Shares = { kept?: number; ofNetwork?: number; now?: () => number };

/** Work that takes longer is long, in milliseconds. */
const LONG = 1000;
/** For how long its caller counts as one with long work afterwards. */
const REMEMBERED = 60_000;

/**
 * Runs `places` pieces of work at once, and at most `placesOfOne` for each `who`. Free places go round the waiting
 * callers, one each. The caller of this function limits how much may wait.
 */
export function createFairQueue(places: number, placesOfOne: number, shares: Shares = {}): FairQueue {
  const { kept = 0, ofNetwork = places, now = () => performance.now() } = shares;
  /** The callers, in the order of their turns. */
  const waiting = new Map<string, { network: string; start: () => void }[]>();
  const running = new Set<{ who: string; network: string; since: number; isLong: boolean }>();
  const ofCaller = new Counts();
  const ofNetworks = new Counts();
  const long = new LongCallers(now);

  const mayStart = (who: string, network: string) => {
    if (ofCaller.of(who) >= placesOfOne || ofNetworks.of(network) >= ofNetwork) return false;
    const taken = [...running].filter((one) => one.isLong || now() - one.since > LONG);
    const isLong = long.has(who) || taken.some((one) => one.who === who);
    return !isLong || taken.length < places - kept;
  };
  const next = () => {
    for (const [who, starts] of waiting) {
      if (running.size === places) return;
      const [first] = starts;
      if (!first || !mayStart(who, first.network)) continue;
      starts.shift();
      waiting.delete(who);
      if (starts.length > 0) waiting.set(who, starts);
      first.start();
    }
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
      const leave = await new Promise<() => void>((resolve) => {
        const start = () => resolve(take(who, network));
        const starts = waiting.get(who);
        if (starts) starts.push({ network, start });
        else waiting.set(who, [{ network, start }]);
        next();
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
