/**
 * The network that one home or one customer has: the /56 of an IPv6 network of 64 bits, and any other network itself.
 * Whoever has one /64 of it has 256. `network` is as networkOf writes it.
 */
export function homeNetworkOf(network: string): string {
  const [, wide, last] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(network) ?? [];
  if (wide === undefined || last === undefined) return network;
  return `${wide}:${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`;
}
