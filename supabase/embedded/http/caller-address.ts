import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** The address that limits are counted by; null when the connection is gone. */
export type CallerAddress = (request: Caller) => string | null;

/** Proxies on this machine. */
export const localProxies = '127.0.0.0/8,::1';

/**
 * A connection from one of `proxies` (comma-separated addresses and networks) is made for somebody else. Then the
 * caller is the last hop of x-forwarded-for: the address that the proxy saw. Earlier hops are the caller's own claims.
 * Every other connection is its own caller; with `null`, every connection is. Throws when an address is invalid.
 */
export function createCallerAddress(proxies: string | null): CallerAddress {
  const isProxy = createProxyCheck(proxies);
  return (request) => {
    const peer = request.socket.remoteAddress ?? null;
    if (peer === null || !isProxy(peer)) return peer;
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    return hops.at(-1)?.trim() || peer;
  };
}

/** Whether one of `proxies` makes the connections from that address, for others. With `null`, none does. */
export function createProxyCheck(proxies: string | null): (address: string) => boolean {
  const trusted = readNetworks(proxies ?? '');
  return (address) => isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The networks that a caller is in: the one that counts as the caller, and the wider ones around it. */
export type Networks = { own: string; wider: readonly { network: string; bits: 56 | 48 }[] };

/**
 * What limits count as one caller: an IPv4 address, or the /64 of an IPv6 address. Somebody who has one address of a
 * /64 has them all. Most homes have a /56 of them, and some a /48, so these are counted too. An IPv4 address inside
 * IPv6 counts as the IPv4 address. A text that is no address counts as it is.
 */
export function networksOf(address: string | null): Networks {
  const bare = withoutPort(address ?? '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return { own: bare, wider: [] };
  const [a = 0, b = 0, c = 0, d = 0, e, f, ...last] = groupsOf(bare);
  if ([a, b, c, d, e].every((group) => group === 0) && f === 0xffff)
    return { own: last.flatMap((group) => [group >> 8, group & 255]).join('.'), wider: [] };
  const prefix = (groups: number[], bits: number) => `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
  return {
    own: prefix([a, b, c, d], 64),
    wider: [
      { network: prefix([a, b, c, d & 0xff00], 56), bits: 56 },
      { network: prefix([a, b, c], 48), bits: 48 },
    ],
  };
}

/** The network that counts as one caller. */
export const networkOf = (address: string | null): string => networksOf(address).own;

/** The network that one home or one customer has: the /56 around an address of IPv6, and any other network itself. */
export function homeNetworkOf(address: string | null): string {
  const { own, wider } = networksOf(address);
  return wider.find(({ bits }) => bits === 56)?.network ?? own;
}

/**
 * The widest network that counts: what one customer may have. Some providers put 256 homes into one, and those then
 * share their turns.
 */
export const widestOf = ({ own, wider }: Networks): string => wider.at(-1)?.network ?? own;

/** Some proxies write the port beside the address. */
function withoutPort(address: string): string {
  return /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address. The URL standard writes each address in one way, without IPv4 in it. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter((group) => group !== '')
      .map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function readNetworks(list: string): BlockList {
  const networks = new BlockList();
  for (const entry of list.split(',').filter((part) => part !== '')) {
    const [address = '', bits] = entry.trim().split('/');
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits ?? '0'))
      throw new Error(`${entry} is no address and no network.`);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}
