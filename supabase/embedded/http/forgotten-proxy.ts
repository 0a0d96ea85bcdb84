/**
 * Refuses what a proxy forwards to a backend that only its owner should reach. Such a backend listens on loopback, has
 * no mail server, and has no PUBLIC_URL beyond this machine. It confirms e-mail addresses without a mail. So anybody
 * could sign up through the proxy with somebody else's address. The caller decides whether the backend is such a one.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Log } from '../log.ts';
import { isForwarded, isLoopback, json, send } from './answers.ts';
import { securityHeaders } from './front-server.ts';
import type { UpgradeListener } from './listen.ts';

type Listeners = { answer: RequestListener; upgrade: UpgradeListener };

const words =
  'A proxy forwards requests to Carryover, and Carryover does not know the proxy. ' +
  'Set PUBLIC_URL to the address that browsers use, ' +
  'for example PUBLIC_URL=https://money.example.org, and start again (docs/self-hosting.md).';

/**
 * Wraps both listeners. They answer 503 to requests and WebSocket upgrades that a proxy forwards, and pass on all
 * others. The health check is never refused. Devices take 503 for a server that is down, keep everything and ask again.
 * Logs `proxy.refused` at the first refusal only.
 */
export function closeToProxies({ answer, upgrade }: Listeners, log: Log): Listeners {
  let isLogged = false;
  const isRefused = (request: IncomingMessage) => {
    if (request.url === '/healthz' || !(isForwarded(request) || namesAnother(request))) return false;
    if (!isLogged) log('proxy.refused', { why: words });
    isLogged = true;
    return true;
  };
  return {
    answer: (request, response) => {
      if (!isRefused(request)) return answer(request, response);
      const headers = { ...securityHeaders, 'cache-control': 'no-store', 'retry-after': '60', connection: 'close' };
      return send(request, response, refusalFor(request, headers));
    },
    upgrade: (request, socket, head) => {
      if (isRefused(request)) socket.end(`HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n${words}\n`);
      else upgrade(request, socket, head);
    },
  };
}

/** Whether the Host header names another machine. Some proxies add no header of their own, but pass on this one. */
function namesAnother({ headers: { host } }: IncomingMessage): boolean {
  if (host === undefined) return false;
  const name = URL.parse(`http://${host}`)?.hostname;
  return name === undefined || !(isLoopback(name) || name.endsWith('.localhost'));
}

/** A person in front of a browser gets a sentence, a program gets JSON. */
function refusalFor(request: IncomingMessage, headers: Record<string, string>) {
  if (!String(request.headers.accept ?? '').includes('text/html')) return json(503, { message: words }, headers);
  return { status: 503, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: `${words}\n` };
}
