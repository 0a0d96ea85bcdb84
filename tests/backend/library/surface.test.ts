import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSecrets, UnsafeSecrets } from '../../../supabase/embedded/secrets.ts';
import { makeDataDir, makeInstall, spawnBackend, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ migrationsDir: probeSchema, corsOrigins: ['https://app.example.org'] });
}, 60_000);
afterAll(async () => {
  await backend.stop();
});

const ask = (path: string, init?: RequestInit) => fetch(backend.url + path, init);

describe('the library', () => {
  test('is the very version that its remedies were written for', async () => {
    const installed = JSON.parse(await readFile(join(root, 'node_modules/@supabase/lite/package.json'), 'utf8'));
    const wanted = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).dependencies['@supabase/lite'];
    const alarm =
      'api-connection.ts sets a private field and prelude.sql builds on its tables: check each remedy first';
    expect(installed.version, alarm).toBe('0.10.0');
    expect(wanted, alarm).toBe('0.10.0');
  });

  test('lets Node warn with Error objects', () => {
    expect(() => process.emitWarning(new Error('a test of warnings'))).not.toThrow();
  });

  test.each(['/_system/config', '/_system/info', '/_system/ping', '/storage/v1/bucket', '/studio'])(
    'shows nothing of its own at %s, whatever the key',
    async (path) => {
      const answer = await ask(path, { headers: { apikey: backend.serviceRoleKey } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('secret');
    },
  );

  test.each(['/rest/v1/probe', '/auth/v1/user', '/rest/v1/rpc/probe_caller'])(
    'refuses %s without a key',
    async (path) => {
      expect((await ask(path)).status).toBe(401);
      expect((await ask(path, { headers: { apikey: 'sb_publishable_guess' } })).status).toBe(401);
    },
  );

  test('gives no administration to a signed-in user', async () => {
    const ada = createClient(backend.url, backend.anonKey);
    await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
    expect((await ada.auth.admin.listUsers()).error?.status).toBeGreaterThanOrEqual(400);
  });
});

describe('cross-origin access', () => {
  test.each(['/rest/v1/probe', '/auth/v1/health', '/healthz', '/config.json'])(
    '%s is open to named origins only',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const stranger = await ask(path, {
          method,
          headers: { origin: 'https://evil.example', apikey: backend.anonKey },
        });
        expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
        const friend = await ask(path, {
          method,
          headers: { origin: 'https://app.example.org', apikey: backend.anonKey },
        });
        expect(friend.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
      }
    },
  );
});

describe('secrets', () => {
  test('are made for each install and readable for their owner only', async () => {
    const file = join(backend.dataDir, 'secrets.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const other = await loadSecrets(await makeDataDir());
    expect(other.jwtSecret).not.toBe((await loadSecrets(backend.dataDir)).jwtSecret);
    expect(other.jwtSecret.length).toBeGreaterThanOrEqual(64);
  });

  test('that are the documented default stop the backend from starting', async () => {
    const dataDir = await makeDataDir();
    const secrets = { ...(await loadSecrets(dataDir)), jwtSecret: 'unsafe-secret-change-me' };
    await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(secrets));
    await expect(startTestBackend({ dataDir })).rejects.toThrow(UnsafeSecrets);
  });

  test('a token signed with the default secret is refused', async () => {
    const token =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.' +
      Buffer.from('not signed by this install').toString('base64url');
    const answer = await ask('/rest/v1/rpc/probe_caller', {
      method: 'POST',
      headers: { apikey: backend.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(401);
  });
});

test('what people enter never reaches the log, not even in errors', async () => {
  const spawned = await spawnBackend({ dataDir: await makeInstall() });
  const ada = createClient(spawned.url, spawned.anonKey);
  await ada.auth.signUp({ email: 'marker@example.org', password: 'marker-marker' });
  await ada.auth.signUp({ email: 'marker@example.org', password: 'marker-marker' });
  await ada.auth.signInWithPassword({ email: 'marker@example.org', password: 'wrong-marker' });
  expect((await ada.from('marker').select('*').eq('id', 'marker')).error).not.toBeNull();
  expect((await ada.rpc('marker', { p: 'marker' })).error).not.toBeNull();
  expect(await spawned.stop()).toBe(0);
  expect(spawned.output()).toContain('backend.ready');
  expect(spawned.output()).not.toMatch(/marker/i);
}, 30_000);

test('no policy reads claims that the embedded tokens lack', async () => {
  const folder = join(root, 'supabase/migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.filter((text) => /app_metadata|user_metadata|'aal'/.test(text))).toEqual([]);
});
