import { limits } from './limits.ts';

/** The turn of a request. */
export type Turn = {
  /** The milliseconds until then. */
  wait: number;
  /** The caller has gone before it, so who comes from now on need not wait for it. */
  giveBack(): void;
};

/** The turn of the next request from this network, so that it comes no faster than others may. */
export type Pace = (network: string, now?: number) => Turn;

/** Networks to remember before those that wait for nothing are forgotten. */
const mostNetworks = 10_000;

/**
 * Spreads the requests of a network over time. So many come at once, and beyond that so many a second. A request costs
 * little, but whoever sends them without end would take all the time of the process.
 */
export function createPace(addressFactor: number): Pace {
  const spacing = 1000 / (limits.requestsPerSecond.most * addressFactor);
  const credit = spacing * limits.requestsAtOnce.most * addressFactor;
  /** When each network would be done with its requests, if they were evenly spread. */
  const doneAt = new Map<string, number>();
  return (network, now = performance.now()) => {
    if (doneAt.size >= mostNetworks) {
      for (const [known, done] of doneAt) if (done <= now) doneAt.delete(known);
    }
    const done = Math.max(doneAt.get(network) ?? 0, now) + spacing;
    doneAt.set(network, done);
    const giveBack = () => doneAt.set(network, (doneAt.get(network) ?? 0) - spacing);
    return { wait: Math.max(0, done - now - credit), giveBack };
  };
}
