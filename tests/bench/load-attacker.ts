/**
 * A program that asks too much of the backend, in a separate process, so that it does not slow down the measuring one.
 * `node load-attacker.ts <attack> <target as JSON>` runs until it is ended. Attackers have the addresses 127.x.y.z,
 * which Linux has.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import type { AttackName } from './load-attacks.ts';
import { readingAttacks } from './load-attacks-reading.ts';
import { writingAttacks } from './load-attacks-writing.ts';
import { pushBody } from './load-pushes.ts';

const Target = v.object({
  port: v.number(),
  key: v.string(),
  /** The first three bytes of the attacker's addresses. */
  network: v.string(),
  /** An account that the attackers may only read. */
  readable: v.string(),
  people: v.array(v.object({ id: v.string(), accountId: v.string(), token: v.string() })),
});
type Person = v.InferOutput<typeof Target>['people'][number];

const target = v.parse(v.pipe(v.string(), v.parseJson(), Target), process.argv[3]);
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

type Post = {
  path: string;
  body: Buffer | string;
  person?: Person;
  from: string;
  unread?: boolean;
  headers?: Record<string, string>;
};

/** Resolves when there was a response or the connection broke. An `unread` response is never read. */
function post({ path, body, person, from, unread, headers: more }: Post): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(person ? { apikey: target.key, authorization: `Bearer ${person.token}` } : {}),
    ...more,
  };
  return new Promise((resolve) => {
    const options = { agent, host: '127.0.0.1', port: target.port, path, method: 'POST', headers, localAddress: from };
    const sent = request(options, (response) => {
      if (unread) return;
      response.resume().on('close', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

async function forever(work: () => Promise<void>): Promise<never> {
  for (;;) {
    await work();
    await delay(5);
  }
}

function pushOf(person: Person, mutations: number, operations: number, after: object): string {
  const patch = () => ({
    kind: 'patch',
    table: 'transactions',
    id: crypto.randomUUID(),
    seen: 0,
    before: after,
    after,
  });
  const mutation = () => Array.from({ length: operations }, patch);
  return pushBody(person.id, Array.from({ length: mutations }, mutation));
}

const push = '/rest/v1/rpc/sync_push';
const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ');
const each = (run: (person: Person, from: string) => void) =>
  target.people.forEach((person, n) => {
    run(person, `${target.network}.${n + 1}`);
  });
const times = (count: number, run: (n: number) => void) => {
  for (let n = 0; n < count; n += 1) run(n);
};

function socketFrom(localAddress: string, onOpen: (socket: WebSocket) => void): void {
  const address = `ws://127.0.0.1:${target.port}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.key}`;
  const socket = new WebSocket(address, { localAddress });
  socket.on('open', () => onOpen(socket));
  socket.on('error', () => {});
  socket.on('close', () => setTimeout(() => socketFrom(localAddress, onOpen), 100));
}

const attacks: Record<AttackName, () => void> = {
  'bodies without a key': () =>
    times(100, () => void forever(() => post({ path: push, body: megabytes(16), from: `${target.network}.1` }))),
  'wrong passwords from many networks': () =>
    void forever(async () => {
      const guesses = Array.from({ length: 256 }, (_, n) => {
        const body = JSON.stringify({ email: `nobody-${n}@example.org`, password: 'wrong wrong 1' });
        const path = '/auth/v1/token?grant_type=password';
        return post({ path, body, from: `${target.network}.${n}`, headers: { apikey: target.key } });
      });
      await Promise.all(guesses);
      await delay(250);
    }),
  'millions of JSON keys': () =>
    each((person, from) => {
      const body = `{"p_user":"${person.id}","p_schema":4,"p_mutations":[{${'"a":1,'.repeat(1_100_000)}"a":1}]}`;
      void forever(() => post({ path: push, body, person, from }));
    }),
  'deep JSON': () =>
    each((person, from) => {
      const body = `{"p_mutations":${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}}`;
      void forever(() => post({ path: push, body, person, from }));
    }),
  'pushes of 20,000 patches': () =>
    each((person, from) => {
      const body = pushOf(person, 1, 20_000, { description: 'x' });
      void forever(() => post({ path: push, body, person, from }));
    }),
  'the largest pushes that are taken': () =>
    each((person, from) => {
      times(2, () => void forever(() => post({ path: push, body: pushOf(person, 1000, 5, {}), person, from })));
    }),
  'the largest bodies that are taken': () =>
    each((person, from) => {
      times(4, () => void forever(() => post({ path: push, body: megabytes(7.9), person, from })));
    }),
  'pulls of everything that nobody reads': () =>
    each((person, from) => {
      const p_cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
      const body = JSON.stringify({ p_user: person.id, p_cursors, p_limit: 50_000 });
      times(20, () => void forever(() => post({ path: '/rest/v1/rpc/sync_pull', body, person, from, unread: true })));
    }),
  'bodies that trickle': () =>
    each((person, from) => {
      times(100, () => {
        const headers = { apikey: target.key, authorization: `Bearer ${person.token}`, 'content-length': 1_000_000 };
        const options = {
          host: '127.0.0.1',
          port: target.port,
          path: push,
          method: 'POST',
          headers,
          localAddress: from,
        };
        const sent = request(options, (response) => response.resume());
        sent.on('error', () => {});
        setInterval(() => sent.write('x'), 500);
      });
    }),
  'sockets from one address': () => times(1500, () => socketFrom(`${target.network}.1`, () => {})),
  'messages and joins on sockets': () =>
    each((person, from) => {
      const config = { private: true };
      const frame = JSON.stringify([
        '1',
        '1',
        `realtime:user:${person.id}`,
        'phx_join',
        { config, access_token: person.token },
      ]);
      times(20, () => {
        socketFrom(from, (socket) => {
          const pour = setInterval(() => times(50, () => socket.readyState === socket.OPEN && socket.send(frame)), 50);
          socket.on('close', () => clearInterval(pour));
        });
      });
    }),
  ...writingAttacks({
    readable: target.readable,
    push: (person, from, body) => post({ path: push, body, person, from }),
    each,
    forever,
  }),
  ...readingAttacks({ port: target.port, network: target.network, key: target.key, each, forever, socketFrom }),
};

const attack = Object.entries(attacks).find(([name]) => name === process.argv[2]);
if (!attack) throw new Error(`There is no attack ${process.argv[2]}.`);
attack[1]();
