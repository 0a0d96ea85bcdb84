import { request } from 'node:http';
import { createClient } from '@supabase/supabase-js';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

/** A backend that its owner starts on their machine without a mail server. Any address confirms itself there. */
let own: TestBackend;
/** The same backend with the address that its proxy has. */
let proxied: TestBackend;
const logged: [event: string, fields: unknown][] = [];

beforeAll(async () => {
  own = await startTestBackend({ log: (event, fields) => logged.push([event, fields]) });
  proxied = await startTestBackend({ publicUrl: 'https://money.example.org' });
});
afterAll(async () => {
  await own.stop();
  await proxied.stop();
});

/** Each header is what some proxy adds, alone. */
const forwarding = [
  { 'x-forwarded-for': '192.0.2.1' },
  { 'x-forwarded-host': 'money.example.org' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=192.0.2.1' },
  { 'x-real-ip': '192.0.2.1' },
  { via: '1.1 caddy' },
  { 'cf-connecting-ip': '192.0.2.1' },
];
const endpoints = [
  '/',
  '/config.json',
  '/auth/v1/signup',
  '/rest/v1/accounts',
  '/functions/v1/send-invitation',
  '/outbox',
];

test.each(forwarding)(
  'without PUBLIC_URL nobody gets in through a proxy that adds %o, at any endpoint',
  async (headers) => {
    for (const endpoint of endpoints) {
      const answer = await fetch(own.url + endpoint, { headers: { apikey: own.anonKey, ...headers } });
      expect(answer.status, endpoint).toBe(503);
      expect(await answer.json()).toEqual({ message: expect.stringContaining('Set PUBLIC_URL') });
    }
  },
);

test('nor through one that adds nothing and passes the name on that the browser used', async () => {
  const { port } = new URL(own.url);
  const ask = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/config.json', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  for (const name of [
    'money.example.org',
    'money.example.org:443',
    '192.0.2.1',
    'localhost.example.org',
    '[2001:db8::1]:80',
  ]) {
    expect(await ask(name), name).toBe(503);
  }
  for (const name of [
    `localhost:${port}`,
    'localhost',
    '127.0.0.1:4321',
    '[::1]:4321',
    'money.localhost:4321',
    'LOCALHOST',
  ]) {
    expect(await ask(name), name).toBe(200);
  }
});

test('a person reads what to set, and the log says so once', async () => {
  const headers = { accept: 'text/html', 'x-forwarded-for': '192.0.2.1' };
  const answer = await fetch(own.url, { headers });
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toContain('PUBLIC_URL=https://money.example.org');
  await fetch(own.url, { headers });
  expect(logged.filter(([event]) => event === 'proxy.refused')).toEqual([
    ['proxy.refused', { why: expect.stringContaining('Set PUBLIC_URL') }],
  ]);
});

test('nobody signs up as somebody else through an unknown proxy, and realtime is closed', async () => {
  const global = { headers: { 'x-forwarded-for': '192.0.2.1' } };
  const stranger = createClient(own.url, own.anonKey, { global });
  const { data, error } = await stranger.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  expect(data.session).toBeNull();
  expect(error?.name).toBe('AuthRetryableFetchError');
  expect(await own.sql`select email from auth.users`).toEqual([]);

  const url = `${own.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${own.anonKey}`;
  const socket = new WebSocket(url, global);
  const refused = await new Promise((resolve) => socket.on('error', ({ message }) => resolve(message)));
  expect(refused).toBe('Unexpected server response: 503');
});

test('a device that was signed in before keeps its session, and goes on when the proxy is known', async () => {
  const email = 'ben@example.org';
  await createClient(own.url, own.anonKey).auth.signUp({ email, password: 'correct horse' });
  let through = true;
  const viaProxy: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (through) headers.set('x-forwarded-for', '192.0.2.1');
    return fetch(input, { ...init, headers });
  };
  const device = createClient(own.url, own.anonKey, { global: { fetch: viaProxy }, auth: { autoRefreshToken: false } });
  through = false;
  await device.auth.signInWithPassword({ email, password: 'correct horse' });
  through = true;
  expect((await device.rpc('sync_heads')).status).toBe(503);
  const { data } = await device.auth.getSession();
  expect(data.session?.user.email).toBe(email);
  through = false;
  expect((await device.rpc('sync_heads')).status).toBe(200);
});

test("a proxy's health check goes through, and with PUBLIC_URL every request does", async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1', accept: 'text/html' };
  expect((await fetch(`${own.url}/healthz`, { headers })).status).toBe(200);
  expect((await fetch(`${proxied.url}/config.json`, { headers })).status).toBe(200);
});

test('a browser on this machine still gets in', async () => {
  expect((await fetch(`${own.url}/config.json`, { headers: { accept: 'text/html' } })).status).toBe(200);
});

test('the dev server, which forwards to a backend on this machine, gets in, also to realtime', async () => {
  process.env.BACKEND_URL = own.url;
  let dev: ViteDevServer | null = null;
  try {
    dev = await createServer({ logLevel: 'silent', server: { port: 0, host: '127.0.0.1' } });
    await dev.listen();
    const address = dev.httpServer?.address();
    const port = typeof address === 'object' ? address?.port : null;
    expect((await fetch(`http://127.0.0.1:${port}/config.json`)).status).toBe(200);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${own.anonKey}&vsn=1.0.0`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.terminate();
  } finally {
    delete process.env.BACKEND_URL;
    await dev?.close();
  }
});
