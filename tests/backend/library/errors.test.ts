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
}, 60_000);
afterAll(async () => {
  await backend.stop();
});

/** SQLSTATE → HTTP status, from PostgREST's documentation. */
const codes = [
  ['P0001', 400],
  ['23514', 400],
  ['23505', 409],
  ['40001', 500],
  ['40P01', 500],
  ['57014', 500],
  ['22023', 400],
  ['42501', 403],
  ['PT401', 401],
  ['PT409', 409],
  ['PT426', 426],
  ['AB123', 400],
] as const;

test.each(codes)('SQLSTATE %s reaches the client with status %i, message, details and hint', async (code, status) => {
  const error = { code, message: 'the message', details: 'the detail', hint: 'the hint' };
  expect(await ada.rpc('probe_fail', { code })).toMatchObject({ status, error });
});

test.each(codes)('the same through the library, for functions that return rows: %s', async (code, status) => {
  const answer = await ada.rpc('probe_fail_rows', { code });
  expect(answer).toMatchObject({ status, error: { code, message: 'the message' } });
});

test('a broken constraint is named by its SQLSTATE on the table API', async () => {
  const answer = await ada.from('probe').insert({ amount: -1 });
  expect(answer).toMatchObject({ status: 400, error: { code: '23514' } });
});

test('a row that row security refuses is 42501', async () => {
  const answer = await ada.from('probe').insert({ owner: crypto.randomUUID() });
  expect(answer).toMatchObject({ status: 403, error: { code: '42501' } });
});

test('an expired or foreign token is a 401 with a code, on both ways', async () => {
  const stranger = createClient(backend.url, backend.anonKey, {
    accessToken: async () => 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmF0dXJl',
  });
  expect(await stranger.rpc('probe_caller')).toMatchObject({ status: 401, error: { code: 'PGRST301' } });
  expect(await stranger.from('probe').select('id')).toMatchObject({ status: 401, error: { code: 'PGRST301' } });
});
