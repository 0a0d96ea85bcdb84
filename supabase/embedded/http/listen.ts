import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { homeNetworkOf } from './caller-address.ts';
import { Counts } from './counts.ts';
import { limits } from './limits.ts';

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export type Listening = {
  port: number;
  /** From now on, requests are answered. Earlier requests have waited for this. */
  open(answer: RequestListener, upgrade: UpgradeListener): void;
  /** Takes no more requests. Those under way get a moment to finish. May be called again. */
  stop(): Promise<void>;
};

/** How many connections one address may have. */
export type ConnectionLimits = {
  /** Multiplies the connections that one address may have. */
  addressFactor: number;
  /** Whether the address is a trusted proxy, which speaks for many. */
  isProxy(address: string): boolean;
};

/** Milliseconds that requests under way have when the server ends. */
const longestEnd = 2000;

/** Takes the port. When somebody else has it, throws a sentence for the person at the terminal. */
export async function listen(port: number, host: string, connections: ConnectionLimits): Promise<Listening> {
  const opened = Promise.withResolvers<RequestListener>();
  const server = createServer(
    {
      // A proxy in front may keep idle connections for a minute. If the server closed them first, the proxy's next
      // request would be lost.
      keepAliveTimeout: 65_000,
      headersTimeout: limits.headerSeconds.most * 1000,
      requestTimeout: limits.requestSeconds.most * 1000,
      connectionsCheckingInterval: 2000,
    },
    async (request, response) => {
      if (isOneTooMany(request, response)) request.socket.destroy();
      else (await opened.promise)(request, response);
    },
  );
  server.maxConnections = limits.connections.most;
  server.on('connection', limitConnections(connections));
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken by another program. Set PORT to a free one.`, { cause });
    }
    throw cause;
  }
  const address = server.address();
  let stopped: Promise<void> | undefined;
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    open(answer, upgrade) {
      server.on('upgrade', (request, stream, head) => {
        // Node has stopped listening here. An unheard error of a broken connection would end the process.
        stream.on('error', () => {});
        upgrade(request, stream, head);
      });
      opened.resolve(answer);
    },
    stop() {
      stopped ??= close(server);
      return stopped;
    },
  };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), longestEnd);
  await closed;
  clearTimeout(timer);
}

/** Requests that wait on each connection, the one that is being answered included. */
const unanswered = new WeakMap<Socket, number>();

/** Whether the caller sent too many requests without waiting for their answers. */
function isOneTooMany({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const count = (unanswered.get(socket) ?? 0) + 1;
  if (socket.destroyed || count > limits.pipelinedRequests.most) return true;
  unanswered.set(socket, count);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return false;
}

/** Closes new connections of an address that has too many. */
function limitConnections({ addressFactor, isProxy }: ConnectionLimits): (socket: Socket) => void {
  const counts = new Counts();
  return (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = homeNetworkOf(address);
    if (counts.of(network) + 1 > limits.connectionsPerAddress.most * addressFactor) {
      socket.destroy();
      return;
    }
    counts.add(network, 1);
    socket.once('close', () => counts.add(network, -1));
  };
}
