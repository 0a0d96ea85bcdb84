import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import { WebSocketServer } from 'ws';
import { InvalidApiKey, identifyCaller } from './caller.ts';
import { InvalidJwt } from './jwt.ts';
import type { Log } from './log.ts';
import { probeChannel } from './realtime-authorize.ts';
import { createTableChanges } from './realtime-changes.ts';
import { encodeBroadcast } from './realtime-frames.ts';
import { listenToMessages } from './realtime-messages.ts';
import { broadcastMessage, RealtimeSocket } from './realtime-socket.ts';
import type { Secrets } from './secrets.ts';

export type RealtimeOptions = {
  superuser: Sql;
  /** Makes a client for logical replication; it is only connected once somebody asks for table changes. */
  replication: Sql;
  secrets: Secrets;
  log: Log;
};

export type Realtime = {
  /** Takes over a request to /realtime/v1/websocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
};

const maxSockets = 2000;
const maxMessageBytes = 256 * 1024;
const sweepInterval = 15_000;
/** supabase-js beats every 25 s. */
const silenceLimit = 75_000;

export async function createRealtime({ superuser, replication, secrets, log }: RealtimeOptions): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const sockets = new Set<RealtimeSocket>();
  const changes = await createTableChanges(superuser, replication, log);

  const stopListening = await listenToMessages(
    superuser,
    () => sockets.size > 0,
    ({ topic: name, event, payload, private: isPrivate }) => {
      const { topic, message } = broadcastMessage(name, event, payload);
      for (const socket of sockets) socket.deliver(topic, isPrivate, message);
    },
    log,
  );

  const sweep = setInterval(() => {
    const now = Date.now();
    for (const socket of sockets) {
      socket.dropExpired(now);
      if (now - socket.lastHeard > silenceLimit) socket.terminate();
    }
  }, sweepInterval);
  sweep.unref();

  return {
    upgrade(request, stream, head) {
      const key = URL.parse(request.url ?? '', 'http://localhost')?.searchParams.get('apikey') ?? null;
      const refusal = !isAllowed(key, secrets) ? '401 Unauthorized' : sockets.size >= maxSockets ? '503 Busy' : null;
      if (refusal !== null) {
        refuse(stream, refusal);
        return;
      }
      server.handleUpgrade(request, stream, head, (webSocket) => {
        const socket: RealtimeSocket = new RealtimeSocket(webSocket, {
          identify: (token) => identifyCaller(key, token === null ? null : `Bearer ${token}`, secrets),
          probe: (name, claims) => probeChannel(superuser, name, claims),
          changes,
          publish: (from, channel, event, payloadJson) => {
            const message = encodeBroadcast(channel.topic, event, payloadJson);
            for (const other of sockets) {
              if (other !== from || channel.hearsItself) other.deliver(channel.topic, channel.isPrivate, message);
            }
          },
          log,
        });
        sockets.add(socket);
        webSocket.on('close', () => sockets.delete(socket));
      });
    },
    async stop() {
      clearInterval(sweep);
      for (const socket of sockets) socket.terminate();
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
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
