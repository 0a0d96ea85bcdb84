/** A network between browsers and a backend. Sync calls fail in a known order. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `held`: the call arrives after the next call. `cut`: all sockets for hints are closed, and this call goes through.
 */
export const FAULTS = ['none', 'lost request', 'lost reply', 'duplicate', 'held', 'cut'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FlakyProxy {
  url: string;
  /** How often each fault has happened so far. */
  seen: Map<Fault, number>;
  /** Resolves at the next sync call. */
  nextCall(): Promise<void>;
  /** Lets held calls go, although no other call came. */
  release(): void;
  /** Ends all faults and lets held calls go. */
  calm(): void;
  stop(): Promise<void>;
}

/** Applies `faults` to the sync calls to the backend at `port`, one after the other. Afterwards nothing fails. */
export async function startFlakyProxy(port: number, faults: readonly Fault[]): Promise<FlakyProxy> {
  const coming = [...faults];
  const seen = new Map<Fault, number>();
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  let waiting: (() => void)[] = [];

  const release = () => {
    for (const go of held.splice(0)) go();
  };

  /** The part of a fault that happens before the call reaches the backend. */
  async function before(fault: Fault, call: () => Promise<unknown>): Promise<void> {
    seen.set(fault, (seen.get(fault) ?? 0) + 1);
    for (const go of waiting.splice(0)) go();
    if (fault === 'held' && held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    if (fault === 'duplicate') await call();
    if (fault === 'cut') for (const socket of sockets) socket.destroy();
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    const call = () => forward(port, incoming, body);
    const fault = coming.shift() ?? 'none';
    await before(fault, call);
    if (fault !== 'lost request') {
      const { status, headers, text } = await call();
      release();
      if (fault !== 'lost reply') return void outgoing.writeHead(status, headers).end(text);
    }
    outgoing.destroy();
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const isSync = incoming.method === 'POST' && incoming.url?.includes('/rpc/sync_');
    try {
      if (isSync) return await pass(incoming, outgoing, body);
      const { status, headers, text } = await forward(port, incoming, body);
      outgoing.writeHead(status, headers).end(text);
    } catch {
      // The browser or the backend closed the connection.
      outgoing.destroy();
    }
  });
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const behind = connect(port, '127.0.0.1', () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      behind.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    for (const one of [socket, behind]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        behind.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    nextCall: () => new Promise((resolve) => waiting.push(resolve)),
    release,
    calm() {
      coming.length = 0;
      release();
    },
    async stop() {
      held = [];
      waiting = [];
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  const sent = request({ port, host: '127.0.0.1', method, path: url, headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  if (!isMessage(answer)) throw new Error('no answer');
  const text = await buffer(answer);
  const { 'transfer-encoding': _, ...kept } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: { ...kept, 'content-length': text.length }, text };
}

function isMessage(answer: unknown): answer is IncomingMessage {
  return typeof answer === 'object' && answer !== null && 'statusCode' in answer;
}
