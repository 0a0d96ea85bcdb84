import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let backend: TestBackend;
let ada: SupabaseClient;

/** The database ends at once and does not come back. */
beforeAll(async () => {
  backend = await startTestBackend({ migrationsDir: probeSchema });
  ada = createClient(backend.url, backend.anonKey, { auth: { autoRefreshToken: false } });
  await ada.auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  const postmaster = Number((await readFile(join(backend.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(postmaster, 'SIGQUIT');
  await backend.died;
});
// This also proves that stopping does not wait for a database that is gone.
afterAll(() => backend.stop(), 10_000);

const problem = { status: 503, error: { code: '08006' } };

test('a remote call without a database answers 503 with a code that says to try again', async () => {
  expect(await ada.rpc('probe_value', { p: 1 })).toMatchObject(problem);
});

test('a call through the library does the same', async () => {
  expect(await ada.rpc('probe_rows', { p: 1 })).toMatchObject(problem);
  expect(await ada.from('probe').select('id')).toMatchObject(problem);
  expect(await ada.from('probe').insert({ label: 'late' })).toMatchObject(problem);
});

test('signing in does the same', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse' }),
  });
  expect(answer.status).toBe(503);
});
