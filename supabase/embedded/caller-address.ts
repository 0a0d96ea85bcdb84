import type { IncomingMessage } from 'node:http';
import { isLoopback } from './answers.ts';

/** The address that limits are counted by; null when the connection is gone. */
export type CallerAddress = (request: IncomingMessage) => string | null;

/**
 * With `behindProxy` a connection from this machine is the proxy's, and the caller is who the proxy says it saw: the last
 * hop of x-forwarded-for. Earlier hops are the caller's own claims. Everybody else is who they connect as.
 */
export function createCallerAddress(behindProxy: boolean): CallerAddress {
  return (request) => {
    const peer = request.socket.remoteAddress ?? null;
    if (!behindProxy || peer === null || !isLoopback(peer)) return peer;
    return (
      String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim() || peer
    );
  };
}
