import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** The address that limits are counted by; null when the connection is gone. */
export type CallerAddress = (request: Caller) => string | null;

/** Proxies on this machine. */
export const localProxies = '127.0.0.0/8,::1';

/**
 * A connection from one of `proxies` (addresses and networks, comma between) is made for somebody else: the caller is who
 * the proxy says it saw, the last hop of x-forwarded-for. Earlier hops are the caller's own claims. Everybody else is who
 * they connect as; with `null` everybody. Throws when an address is none.
 */
export function createCallerAddress(proxies: string | null): CallerAddress {
  const trusted = readNetworks(proxies ?? '');
  return (request) => {
    const peer = request.socket.remoteAddress ?? null;
    if (peer === null || !trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) return peer;
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    return hops.at(-1)?.trim() || peer;
  };
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
