import { rm } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSharedLimiter } from '../../../supabase/embedded/http/rate-limiter.ts';
import { type PostgresServer, startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let server: PostgresServer;
let folder: string;
let backend: TestBackend;

beforeAll(async () => {
  folder = await makeDataDir();
  server = await startPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  const folderOfSocket = encodeURIComponent(server.socketFolder);
  const databaseUrl = `postgres://supabase_admin:${server.password}@localhost/postgres?host=${folderOfSocket}`;
  backend = await startTestBackend({ migrationsDir: probeSchema, databaseUrl });
});
afterAll(async () => {
  await backend.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("an external PostgreSQL serves the same backend, with only the caller's rights", async () => {
  const ada = createClient(backend.url, backend.anonKey);
  const { data } = await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  expect((await ada.rpc('probe_caller')).data).toMatchObject({ uid: data.user?.id, role: 'authenticated' });
  expect(await ada.from('probe').insert({ amount: 1 }).select('amount').single()).toMatchObject({
    data: { amount: 1 },
  });
  expect((await ada.from('probe').select('secret')).error?.code).toBe('42501');
});

test('processes that share a database count tries together, and store nothing that tells who tried', async () => {
  const [one, other] = [await createSharedLimiter(backend.sql), await createSharedLimiter(backend.sql)];
  const limit = { count: 2, seconds: 600 };
  const takes = [one, other, one].map((limiter) => () => limiter.take('signIn', '192.0.2.1', limit));
  const waits = [];
  for (const take of takes) waits.push(await take());
  expect(waits).toEqual([0, 0, expect.any(Number)]);
  expect(waits[2]).toBeGreaterThan(500);
  expect(await other.count('signIn', '192.0.2.1')).toBe(3);
  await other.giveBack('signIn', '192.0.2.1', limit);
  expect(await one.count('signIn', '192.0.2.1')).toBe(2);
  await one.forget('signIn', '192.0.2.1');
  expect(await other.take('signIn', '192.0.2.1', limit)).toBe(0);
  expect(JSON.stringify(await backend.sql`select * from embedded.tries`)).not.toContain('192.0.2.1');
});

test('tries are counted in that database, and no client reaches them', async () => {
  const before = await backend.sql`select from embedded.tries`;
  const client = createClient(backend.url, backend.anonKey);
  await client.auth.signInWithPassword({ email: 'nobody@example.org', password: 'wrong horse' });
  expect((await backend.sql`select from embedded.tries`).length).toBeGreaterThan(before.length);
  await expect(
    backend.sql.begin(async (transaction) => {
      await transaction`set local role authenticated`;
      await transaction`select from embedded.tries`;
    }),
  ).rejects.toMatchObject({ code: '42501' });
});
