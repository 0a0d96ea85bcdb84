/** Counts tries of a caller in its network, and in the wider ones around it, which have more of them. */
import type { Networks } from './caller-address.ts';
import { limits } from './limits.ts';
import type { Limit } from './rate-limit.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What is counted: a name, and more than the network if not all of its tries count together. */
export type Counted = { name: string; account?: string; limit: Limit };

/**
 * Counts one more try; returns the seconds to wait, or 0 when there was room in each network. A try that is refused
 * takes nothing from wider networks, so nobody uses up those from a narrow one. A full wide network takes no memory for
 * further narrow ones.
 */
export async function takeTry(limiter: RateLimiter, networks: Networks, counted: Counted): Promise<number> {
  const { own, wider } = placesOf(networks, counted);
  for (const { key, limit } of wider) {
    const wait = await limiter.wait(counted.name, key, limit);
    if (wait > 0) return wait;
  }
  const wait = await limiter.take(counted.name, own.key, own.limit);
  if (wait > 0) return wait;
  for (const [n, { key, limit }] of wider.entries()) {
    const widerWait = await limiter.take(counted.name, key, limit);
    if (widerWait === 0) continue;
    for (const taken of [own, ...wider.slice(0, n + 1)]) await limiter.giveBack(counted.name, taken.key, taken.limit);
    return widerWait;
  }
  return 0;
}

/** Takes a try back that was counted before it was known to be harmless. */
export async function giveTryBack(limiter: RateLimiter, networks: Networks, counted: Counted): Promise<void> {
  const { own, wider } = placesOf(networks, counted);
  for (const { key, limit } of [own, ...wider]) await limiter.giveBack(counted.name, key, limit);
}

const times = { 56: limits.triesOf56.most, 48: limits.triesOf48.most };

function placesOf({ own, wider }: Networks, { account, limit }: Counted) {
  const keyOf = (network: string) => (account === undefined ? network : `${network} ${account}`);
  return {
    own: { key: keyOf(own), limit },
    wider: wider.map(({ network, bits }) => ({
      key: keyOf(network),
      limit: { ...limit, count: limit.count * times[bits] },
    })),
  };
}
