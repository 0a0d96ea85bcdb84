/** A response that comes slowly, over HTTP. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { callRemote } from '../../sync/call-remote.ts';
import { httpCalls } from '../../sync/http-calls.ts';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { ANNA } from './support/people.ts';

const LIMITS = { push: 1000, pull: 1000, wholePull: 4000, heads: 1000, sums: 1000, invite: 1000 };
const CURSORS = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
const ANSWER = JSON.stringify({
  user: ANNA.userId,
  epoch: 'one',
  serverNow: '2026-03-10T12:00:00.000Z',
  scopes: [],
  invitations: [],
  budgetRoles: [],
  notices: [],
});
/** The answer in 20 parts. */
const PARTS = ANSWER.match(new RegExp(`.{1,${Math.ceil(ANSWER.length / 20)}}`, 'g')) ?? [];

let server: Server;
let url: string;
let respond: (response: ServerResponse) => Promise<void>;
beforeEach(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    respond(response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const remote = () =>
  callRemote(
    httpCalls({ supabaseUrl: url, supabaseKey: 'key' }, (send) => send('token')),
    LIMITS,
  );
const pull = () => remote().pull(ANNA.userId, CURSORS, 1);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function drip(response: ServerResponse, parts: readonly string[], pauseMs: number): Promise<void> {
  for (const part of parts) {
    response.write(part);
    await pause(pauseMs);
  }
}

it('[S60e] a pull whose response goes on coming takes longer than its limit, and is not cut off', async () => {
  respond = async (response) => {
    await drip(response, PARTS, 80);
    response.end();
  };
  const startedAt = performance.now();
  await expect(pull()).resolves.toMatchObject({ epoch: 'one' });
  expect(performance.now() - startedAt).toBeGreaterThan(1.5 * LIMITS.pull);
});

it('[S22d, S60e] a pull whose response stops coming fails after the limit', async () => {
  respond = async (response) => {
    await drip(response, PARTS.slice(0, 3), 10);
  };
  await expect(pull()).rejects.toMatchObject({ reason: 'offline', code: 'timeout', isTimeout: true });
});

it('[S22d, S60e] a pull that never comes to its end fails after the limit of the whole', async () => {
  respond = async (response) => {
    while (!response.destroyed) await drip(response, [' '], 80);
  };
  await expect(pull()).rejects.toMatchObject({ reason: 'offline', code: 'timeout' });
});

it('[S60a] a response whose connection ends before it does is no response', async () => {
  respond = async (response) => {
    await drip(response, PARTS.slice(0, 3), 10);
    response.destroy();
  };
  await expect(pull()).rejects.toMatchObject({ reason: 'offline', code: 'cut' });
});

it('a page that is no JSON, of a hotel’s network, is malformed', async () => {
  respond = async (response) => void response.end('<html>Please pay</html>');
  await expect(pull()).rejects.toMatchObject({ reason: 'malformed' });
});
