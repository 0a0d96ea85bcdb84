/**
 * Sends malformed requests and frames to every endpoint. Nothing stops the backend, each failure of its own has a line
 * in the log, and memory does not grow. The cases come from two fixed seeds.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeInstall, type SpawnedBackend, spawnBackend } from '../../support/backend.ts';
import { signUp } from '../../support/invitations-people.ts';
import fc from '../../support/random.ts';
import { SEED } from '../../support/seeds.ts';

/** The requests of a round wait together for what is never answered, half a second each. */
const ROUNDS_A_SEED = 5;
const REQUESTS_A_ROUND = 200;
const SOCKETS_A_ROUND = 34;
/** How much more memory the process may have after the second seed than after the first, in megabytes. */
const GROWTH = 60;

let dataDir: string;
let backend: SpawnedBackend;
let token: string;

beforeAll(async () => {
  dataDir = await makeInstall();
  backend = await spawnBackend({ dataDir });
  const ada = await signUp({ ...backend, dataDir }, 'ada');
  token = (await ada.client.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const paths = [
  '/',
  '/healthz',
  '/config.json',
  '/outbox',
  '/rest/v1/transactions',
  '/rest/v1/accounts?select=*',
  '/rest/v1/rpc/sync_push',
  '/rest/v1/rpc/sync_pull',
  '/rest/v1/rpc/sync_heads',
  '/rest/v1/rpc/sync_sums',
  '/rest/v1/rpc/create_account',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/token?grant_type=refresh_token',
  '/auth/v1/signup',
  '/auth/v1/user',
  '/auth/v1/verify',
  '/auth/v1/recover',
  '/auth/v1/logout',
  '/auth/v1/authorize?provider=github',
  '/functions/v1/send-invitation',
  '/realtime/v1/websocket',
];

const junk = fc.string({ unit: 'binary', maxLength: 40 });
const path = fc
  .tuple(fc.constantFrom(...paths), fc.option(junk, { nil: '', freq: 3 }))
  .map(([known, more]) => known + more);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
  { weight: 1, arbitrary: junk },
);
const identifier = fc.constantFrom(
  'p_user',
  'p_schema',
  'p_mutations',
  'p_cursors',
  'p_limit',
  'email',
  'password',
  'id',
  'operations',
  'kind',
  'table',
  'row',
  'account_id',
  'amount',
);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 3, arbitrary: fc.dictionary(identifier, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 }) },
);
/** A body that is well-formed, cut off, has a changed byte, is nested, or is no JSON at all. */
const body = fc.oneof(
  value.map((one) => JSON.stringify(one)),
  fc.tuple(value, fc.nat(60)).map(([one, cut]) => JSON.stringify(one).slice(0, cut)),
  fc.tuple(value, fc.nat(60), junk).map(([one, at, put]) => {
    const text = JSON.stringify(one);
    return text.slice(0, at) + put + text.slice(at + 1);
  }),
  fc.nat(2000).map((depth) => '['.repeat(depth)),
  junk,
);
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'content-type',
      'accept',
      'prefer',
      'range',
      'accept-profile',
      'x-forwarded-for',
      'host',
      'origin',
      'content-encoding',
      'expect',
      'upgrade',
      'connection',
    ),
    fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/csv',
        '*/*',
        'return=representation',
        '0-9',
        'websocket',
        'Upgrade',
        '100-continue',
        'gzip',
      ),
      junk,
    ),
  ),
  fc.tuple(junk, junk),
);
const length = fc.constantFrom('right', 'right', 'right', 'right', 'too long', 'negative', 'chunked', 'none');
const asking = fc.record({
  method,
  path,
  body,
  length,
  headers: fc.array(header, { maxLength: 4 }),
  signedIn: fc.boolean(),
});
type Asking = typeof asking extends fc.Arbitrary<infer T> ? T : never;

function encode({ method, path, body, length, headers, signedIn }: Asking): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost', `apikey: ${backend.anonKey}`];
  if (signedIn) lines.push(`authorization: Bearer ${token}`);
  if (!headers.some(([name]) => name === 'content-type')) lines.push('content-type: application/json');
  for (const [name, given] of headers) lines.push(`${name}: ${given}`);
  if (length === 'chunked') lines.push('transfer-encoding: chunked');
  else if (length !== 'none')
    lines.push(`content-length: ${length === 'right' ? bytes.length : length === 'negative' ? -1 : bytes.length + 9}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Counts requests that were refused because a proxy seemed to forward them. The log gives that reason once. */
let turnedAway = 0;

/** The status of the response. Null when the server hung up, or waited half a second for more. */
function statusOf(bytes: Buffer): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect(backend.port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(500, () => socket.destroy());
    socket.once('data', (data) => {
      // Of an answer to HEAD only the headers come.
      const isTurnedAway = /Set PUBLIC_URL|^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 60\r\n/i.test(String(data));
      if (isTurnedAway) turnedAway += 1;
      resolve(isTurnedAway ? null : Number(/^HTTP\/1\.1 (\d{3})/.exec(String(data))?.[1] ?? Number.NaN));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(null));
  });
}

const frame = fc.oneof(
  fc
    .tuple(
      fc.option(fc.string()),
      fc.option(fc.string()),
      fc.constantFrom('phoenix', 'realtime:x', 'realtime:', junk),
      fc.constantFrom('phx_join', 'phx_leave', 'access_token', 'broadcast', 'heartbeat', 'presence'),
      fc.jsonValue({ maxDepth: 4 }),
    )
    .map((one) => JSON.stringify(one)),
  fc
    .tuple(fc.constantFrom('phx_join', 'access_token'), fc.jsonValue({ maxDepth: 2 }))
    .map(([event, config]) => JSON.stringify(['1', '1', 'realtime:x', event, { config, access_token: token }])),
  fc.uint8Array({ maxLength: 60 }),
  body,
);

/** Sends the frames on one socket. Resolves when the server has heard them or hung up. */
async function tell(frames: (string | Uint8Array)[]): Promise<void> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${backend.port}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey}`,
  );
  socket.on('error', () => {});
  const closed = once(socket, 'close').catch(() => {});
  await Promise.race([once(socket, 'open').catch(() => {}), closed]);
  for (const one of frames) if (socket.readyState === socket.OPEN) socket.send(one);
  socket.close();
  const timer = setTimeout(() => socket.terminate(), 500);
  await closed;
  clearTimeout(timer);
}

/** Returns how many responses had which status. */
async function throwAt(seed: number): Promise<Map<number | null, number>> {
  const statuses = new Map<number | null, number>();
  for (let round = 0; round < ROUNDS_A_SEED; round += 1) {
    const requests = fc.sample(asking, { seed: seed + round, numRuns: REQUESTS_A_ROUND });
    const frames = fc.sample(fc.array(frame, { maxLength: 20 }), { seed: seed + round, numRuns: SOCKETS_A_ROUND });
    const answered = await Promise.all(requests.map((one) => statusOf(encode(one))));
    await Promise.all(frames.map(tell));
    for (const status of answered) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

const memory = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(backend.process.pid)], { encoding: 'utf8' })) / 1024;

/** The lines of the log that say why a response was a 5xx. */
const reasons = () =>
  backend
    .output()
    .split('\n')
    .filter((line) => line.includes('"request.failed"')).length;

test('malformed requests and frames stop nothing, log every failure, and leave no memory behind', async () => {
  const seeds = [20_261_122, SEED];
  const after: number[] = [];
  for (const seed of seeds) {
    const statuses = await throwAt(seed);
    const failed = [...statuses].reduce(
      (sum, [status, count]) => sum + (status !== null && status >= 500 ? count : 0),
      0,
    );
    expect(reasons(), `seed ${seed}: ${JSON.stringify([...statuses])}`).toBeGreaterThanOrEqual(failed);
    const answers = [...statuses].reduce((sum, [status, count]) => sum + (status === null ? 0 : count), 0);
    expect(answers, 'responses').toBeGreaterThan(100);
    const well = await fetch(`${backend.url}/healthz`);
    expect(well.status).toBe(200);
    after.push(memory());
  }
  expect(backend.output().split('"proxy.refused"')).toHaveLength(turnedAway > 0 ? 2 : 1);
  expect(backend.process.exitCode).toBeNull();
  expect(backend.output()).not.toContain('"request.error"');
  expect((after.at(1) ?? 0) - (after.at(0) ?? 0)).toBeLessThan(GROWTH);
});
