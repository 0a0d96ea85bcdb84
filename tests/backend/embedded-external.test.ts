import { rm } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../supabase/embedded/postgres.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../support/backend.ts';
import { probeSchema } from '../support/probe.ts';

let server: PostgresServer;
let folder: string;
let backend: TestBackend;

beforeAll(async () => {
  folder = await makeDataDir();
  server = await startPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  const databaseUrl = `postgres://supabase_admin@localhost/postgres?host=${encodeURIComponent(server.socketFolder)}`;
  backend = await startTestBackend({ migrationsDir: probeSchema, databaseUrl });
});
afterAll(async () => {
  await backend.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a PostgreSQL of one's own serves the same backend, with the caller's rights and no more", async () => {
  const ada = createClient(backend.url, backend.anonKey);
  const { data } = await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  expect((await ada.rpc('probe_caller')).data).toMatchObject({ uid: data.user?.id, role: 'authenticated' });
  expect(await ada.from('probe').insert({ amount: 1 }).select('amount').single()).toMatchObject({
    data: { amount: 1 },
  });
  expect((await ada.from('probe').select('secret')).error?.code).toBe('42501');
});
