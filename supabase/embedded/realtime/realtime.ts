import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Claims, InvalidJwt } from '../auth/jwt.ts';
import type { IsOpenSession } from '../auth/open-sessions.ts';
import { signedInBy } from '../auth/signed-in-caller.ts';
import { InvalidApiKey, identifyCaller } from '../http/caller.ts';
import { type CallerAddress, homeNetworkOf } from '../http/caller-address.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { limits } from '../http/limits.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { NO_RIGHTS, probeChannel } from './realtime-authorize.ts';
import { createTableChanges } from './realtime-changes.ts';
import { type RealtimeConnections, rightsPlaces } from './realtime-connections.ts';
import { encodeBroadcast } from './realtime-frames.ts';
import { listenToMessages } from './realtime-messages.ts';
import { broadcastMessage, RealtimeSocket } from './realtime-socket.ts';
import { SocketSet } from './socket-set.ts';

export type RealtimeOptions = {
  connections: RealtimeConnections;
  callerAddress: CallerAddress;
  /** Multiplies the sockets that one address may have. */
  addressFactor: number;
  secrets: Secrets;
  isOpenSession: IsOpenSession;
  log: Log;
};

export type Realtime = {
  /** Takes over a request to /realtime/v1/websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
};

const sweepInterval = 5000;
/** supabase-js sends a heartbeat every 25 s. */
const silenceLimit = 75_000;
/** A socket without a channel hears nothing. */
const idleLimit = 60_000;

export async function createRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { connections, callerAddress, secrets, isOpenSession, log } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes.most,
    perMessageDeflate: false,
  });
  const sockets = new SocketSet(limits.socketsPerAddress.most * options.addressFactor);
  const changes = await createTableChanges(connections.changes, connections.replication, log);
  const rightsTurns = createFairQueue(rightsPlaces, 1);

  const identify = async (key: string | null, token: string | null): Promise<Claims> => {
    const claims = identifyCaller(key, token === null ? null : `Bearer ${token}`, secrets);
    const caller = signedInBy(claims);
    if (caller !== null && !(await isOpenSession(caller.sessionId))) throw new InvalidJwt('expired');
    return claims;
  };

  const stopListening = await listenToMessages(
    connections.messages,
    () => sockets.size > 0,
    ({ topic: name, event, payload, private: isPrivate }) => {
      const { topic, message } = broadcastMessage(name, event, payload);
      for (const socket of sockets.all()) socket.deliver(topic, isPrivate, message);
    },
    log,
  );

  const sweep = setInterval(() => {
    const now = Date.now();
    for (const socket of sockets.all()) {
      socket.dropExpired(now);
      if (now - socket.lastHeard > silenceLimit || now - socket.lastJoined > idleLimit) socket.terminate();
    }
    sockets.dropSlowest();
  }, sweepInterval);
  sweep.unref();

  return {
    upgrade(request, stream, head) {
      const key = URL.parse(request.url ?? '', 'http://localhost')?.searchParams.get('apikey') ?? null;
      const network = homeNetworkOf(callerAddress(request));
      const refusal = isAllowed(key, secrets) ? sockets.refusal(network) : '401 Unauthorized';
      if (refusal !== null) {
        refuse(stream, refusal);
        return;
      }
      server.handleUpgrade(request, stream, head, (webSocket) => {
        const socket: RealtimeSocket = new RealtimeSocket(webSocket, {
          identify: (token) => identify(key, token),
          probe: (name, claims) =>
            rightsTurns.run(network, () => {
              // Devices that have waited too long close their socket and ask anew.
              if (webSocket.readyState !== webSocket.OPEN) return NO_RIGHTS;
              return probeChannel(connections.rights, name, claims);
            }),
          hasRoomFor: (user) => sockets.hasRoomFor(user, socket),
          changes,
          publish: (from, channel, event, payloadJson) => {
            const message = encodeBroadcast(channel.topic, event, payloadJson);
            for (const other of sockets.all()) {
              if (other !== from || channel.hearsItself) other.deliver(channel.topic, channel.isPrivate, message);
            }
          },
          log,
        });
        sockets.add(socket, network);
        webSocket.on('close', () => sockets.remove(socket, network));
      });
    },
    async stop() {
      clearInterval(sweep);
      for (const socket of sockets.all()) socket.terminate();
      await Promise.all([stopListening(), changes.stop()]);
      server.close();
    },
  };
}

function isAllowed(key: string | null, secrets: Secrets): boolean {
  try {
    identifyCaller(key, null, secrets);
    return true;
  } catch (error) {
    if (error instanceof InvalidApiKey || error instanceof InvalidJwt) return false;
    throw error;
  }
}

function refuse(stream: Duplex, status: string): void {
  const retryAfter = status.startsWith('401') ? '' : 'Retry-After: 30\r\n';
  stream.end(`HTTP/1.1 ${status}\r\n${retryAfter}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}
