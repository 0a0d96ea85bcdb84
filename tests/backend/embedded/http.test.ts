import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let backend: TestBackend;
let proxied: TestBackend;
const script = `console.log(${JSON.stringify('carry over '.repeat(500))});`;

beforeAll(async () => {
  const appDir = await makeDataDir();
  await mkdir(join(appDir, 'assets'));
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Carryover</title>');
  await writeFile(join(appDir, 'service-worker.js'), 'self.x = 1;');
  await writeFile(join(appDir, 'assets/index-a1b2c3d4.js'), script);
  backend = await startTestBackend({ migrationsDir: probeSchema, appDir });
  proxied = await startTestBackend({ migrationsDir: probeSchema, publicUrl: 'https://money.example.org' });
});
afterAll(async () => {
  await backend.stop();
  await proxied.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(backend.url + path, { headers });

/** fetch takes no Host header, so this uses node:http. */
function askWithHost(path: string, host: string, asked = backend): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(asked.url + path, { headers: { host } }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end();
  });
}

const getWithHost = async (path: string, host: string) => (await askWithHost(path, host)).statusCode;
const getPolicyWithHost = async (host: string) =>
  (await askWithHost('/', host, proxied)).headers['content-security-policy'];

describe('the app', () => {
  test('is served at / and at every page, but not in place of a missing file', async () => {
    for (const path of ['/', '/auth', '/manage-access?from=mail']) {
      const answer = await get(path, { accept: 'text/html,*/*' });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<title>Carryover</title>');
    }
    expect((await get('/assets/index-00000000.js', { accept: '*/*' })).status).toBe(404);
    expect((await get('/assets/gone', { accept: 'text/html' })).status).toBe(404);
    expect((await get('/logo.png', { accept: 'text/html' })).status).toBe(404);
    expect((await get('/auth', { accept: 'application/json' })).status).toBe(404);
  });

  test.each(['/', '/auth', '/account/1', '/settings?tab=manageAccess'])(
    '%s is also served to a program that accepts anything',
    async (path) => {
      const answer = await get(path, { accept: '*/*' });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<title>Carryover</title>')]);
      expect((await fetch(backend.url + path, { method: 'HEAD', headers: { accept: '*/*' } })).status).toBe(200);
      expect(await getWithHost(path, 'localhost')).toBe(200); // without Accept
    },
  );

  test.each([
    '/assets/gone',
    '/logo.png',
    '/api/accounts',
    '/rest/v1',
    '/auth/v1',
    '/storage/v1/object',
    '/realtime/v1/websocket',
    '/.well-known/openid-configuration',
    '/wp-login.php',
  ])('%s is no page, and nothing is served in its place', async (path) => {
    for (const accept of ['*/*', 'text/html']) expect((await get(path, { accept })).status).toBe(404);
  });

  test('cannot be left for the files beside it', async () => {
    expect(await getWithHost('/..%2f..%2fpackage.json', 'localhost')).toBe(404);
    expect((await get('/../secrets.json')).status).toBe(404);
  });

  test('browsers keep hashed files for ever and ask for all others again', async () => {
    const cached = async (path: string) => (await get(path, { accept: 'text/html' })).headers.get('cache-control');
    expect(await cached('/assets/index-a1b2c3d4.js')).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/index.html', '/service-worker.js', '/config.json'])
      expect(await cached(path)).toBe('no-cache');
  });

  test('an unchanged file is not sent twice', async () => {
    const etag = (await get('/service-worker.js')).headers.get('etag') ?? '';
    expect((await get('/service-worker.js', { 'if-none-match': etag })).status).toBe(304);
  });

  test.each(['br', 'gzip'])('files travel compressed: %s', async (encoding) => {
    const answer = await get('/assets/index-a1b2c3d4.js', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(script.length / 5);
    expect(await answer.text()).toBe(script);
  });

  test('may connect only to its own host and to the backend of PUBLIC_URL', async () => {
    const talksTo = async (from: TestBackend) =>
      /connect-src ([^;]*)/.exec((await fetch(from.url)).headers.get('content-security-policy') ?? '')?.[1]?.split(' ');
    const { host } = new URL(backend.url);
    expect(await talksTo(backend)).toEqual(["'self'", `ws://${host}`, `wss://${host}`]);
    const own = new URL(proxied.url).host;
    expect(await talksTo(proxied)).toEqual([
      "'self'",
      `ws://${own}`,
      `wss://${own}`,
      'https://money.example.org',
      'ws://money.example.org',
      'wss://money.example.org',
    ]);
    const policy = await getPolicyWithHost('evil;script-src');
    expect(policy).toContain("connect-src 'self' https://money.example.org");
  });

  test('may run only its own scripts and cannot be framed', async () => {
    const policy = (await get('/', { accept: 'text/html' })).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await get('/')).headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('GET /config.json tells the app where its backend is, by the name the browser used', async () => {
  expect(await (await get('/config.json')).json()).toEqual({
    supabaseUrl: backend.url,
    supabaseKey: backend.anonKey,
    keepsMails: true,
  });
});

test('GET /healthz asks the database', async () => {
  const answer = await get('/healthz');
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('large JSON responses travel compressed to other machines', async () => {
  const body = JSON.stringify({ p: 'x'.repeat(5000) });
  const headers = {
    apikey: proxied.anonKey,
    'content-type': 'application/json',
    'x-forwarded-for': '192.0.2.1',
    'accept-encoding': 'br',
  };
  const answer = await fetch(`${proxied.url}/rest/v1/rpc/probe_value`, { method: 'POST', headers, body });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(await answer.json()).toEqual({ kind: 'string', value: 'x'.repeat(5000) });
});

test('a request that is too large is refused with 413', async () => {
  const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'x'.repeat(70_000), password: 'x' });
  const answer = await fetch(`${backend.url}/auth/v1/signup`, { method: 'POST', headers, body });
  expect(answer.status).toBe(413);
});

describe('the page of the mail outbox', () => {
  const outboxPage = () => (backend.outboxUrl ?? '').slice(backend.url.length);

  test('shows mails to this machine only', async () => {
    const ada = createClient(backend.url, backend.anonKey);
    await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
    await ada.auth.resetPasswordForEmail('ada@example.org');
    const page = outboxPage();
    // The mail goes out after the response.
    await expect.poll(async () => (await get(page)).text(), { timeout: 10_000 }).toContain('ada@example.org');
    expect((await get(page, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(503);
    expect(await getWithHost(page, 'rebound.example')).toBe(503);
  });

  test('needs the key from the terminal, because a silent proxy here looks like this machine', async () => {
    expect((await get('/outbox')).status).toBe(404);
    expect((await get(`${outboxPage()}x`)).status).toBe(404);
  });

  test('is not offered when others can reach the backend, because a proxy here looks like the owner', async () => {
    expect(proxied.outboxUrl).toBeNull();
    expect((await fetch(`${proxied.url}/outbox`)).status).toBe(404);
    const open = await startTestBackend({ migrationsDir: probeSchema, host: '0.0.0.0' });
    expect(open.outboxUrl).toBeNull();
    expect((await fetch(`${open.url}/outbox`)).status).toBe(404);
    await open.stop();
  });

  test('runs no script', async () => {
    expect((await get(outboxPage())).headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src/);
  });
});
