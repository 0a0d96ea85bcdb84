import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { supabaseRemote } from '../../sync/supabase-remote.ts';
import { ANNA } from './support/people.ts';

const LIMITS = { push: 50, pull: 50, wholePull: 50, heads: 50, sums: 50, invite: 50 };
const NO_ANSWER = { name: 'RemoteFailure', reason: 'offline', code: 'timeout' };

let server: Server;
const sockets = new Set<Socket>();
let url: string;
beforeEach(async () => {
  server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.close();
  await once(server, 'close');
});

it('[S5, S22d] a request without a response fails as offline after its time limit', async () => {
  const remote = supabaseRemote(createClient(url, 'key', { auth: { persistSession: false } }), LIMITS);
  await expect(remote.heads()).rejects.toMatchObject(NO_ANSWER);
  await expect(remote.push(ANNA.userId, [])).rejects.toMatchObject(NO_ANSWER);
  const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
  await expect(remote.pull(ANNA.userId, cursors, 1)).rejects.toMatchObject(NO_ANSWER);
});

it('[S22d] a call fails after its time limit when the client never gets its session', async () => {
  const accessToken = () => new Promise<string>(() => {});
  const remote = supabaseRemote(createClient(url, 'key', { accessToken }), LIMITS);
  await expect(remote.heads()).rejects.toMatchObject(NO_ANSWER);
  expect(sockets.size).toBe(0);
});
