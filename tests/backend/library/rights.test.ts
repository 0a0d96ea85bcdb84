import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let backend: TestBackend;
let ada: SupabaseClient;

beforeAll(async () => {
  backend = await startTestBackend({ migrationsDir: probeSchema });
  ada = createClient(backend.url, backend.anonKey);
  await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  // The library's first request is the one that would grant rights.
  await ada.from('probe').select('id');
}, 60_000);
afterAll(async () => {
  await backend.stop();
});

test('a revoked column stays revoked after the first request', async () => {
  expect(await ada.from('probe').select('secret')).toMatchObject({ status: 403, error: { code: '42501' } });
  const [row] =
    await backend.sql`select has_column_privilege('authenticated', 'public.probe', 'secret', 'select') as may`;
  expect(row).toEqual({ may: false });
});

test('a revoked function stays revoked after the first request', async () => {
  expect(await ada.rpc('probe_forbidden')).toMatchObject({ status: 403, error: { code: '42501' } });
});

test('tables made later give nobody any right', async () => {
  const rows = await backend.sql`select pg_get_userbyid(defaclrole) as owner, defaclacl as rights from pg_default_acl`;
  expect(rows).toEqual([]);
});

test('nobody reaches the tables of the auth service or of realtime through the table API', async () => {
  const asAuth = createClient(backend.url, backend.anonKey, { db: { schema: 'auth' } });
  const { error, data } = await asAuth.from('users').select('*');
  expect(data).toBeNull();
  expect(error?.code).toBe('PGRST106');
});

test('the secret key is the service role, and a browser may not use it', async () => {
  const service = createClient(backend.url, backend.serviceRoleKey);
  expect((await service.rpc('probe_caller')).data).toMatchObject({ role: 'service_role' });
  expect((await service.from('probe').select('id, secret')).error).toBeNull();
  const inBrowser = await fetch(`${backend.url}/rest/v1/probe`, {
    headers: { apikey: backend.serviceRoleKey, 'user-agent': 'Mozilla/5.0' },
  });
  expect(inBrowser.status).toBe(401);
});
