import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let backend: TestBackend;
const functionsDir = fileURLToPath(new URL('../../support/probe-functions/', import.meta.url));

beforeAll(async () => {
  const limits = { functions: { count: 5, seconds: 600 } };
  backend = await startTestBackend({ migrationsDir: probeSchema, functionsDir, authLimits: limits });
});
afterAll(() => backend.stop());

test('a function written for Deno answers, and sees its settings but nothing of this process', async () => {
  const client = createClient(backend.url, backend.anonKey);
  const { data, error } = await client.functions.invoke('echo', { body: { a: 1 } });
  expect(error).toBeNull();
  expect(data).toEqual({ given: { a: 1 }, url: backend.url, path: null });
  expect(Reflect.get(globalThis, 'Deno')).toBeUndefined();
});

test('a function that fails answers 500, and the backend goes on', async () => {
  const headers = { apikey: backend.anonKey, 'x-fail': '1' };
  expect((await fetch(`${backend.url}/functions/v1/echo`, { method: 'POST', headers })).status).toBe(500);
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
});

test('functions refuse callers without a key, and an unknown function is a 404', async () => {
  expect((await fetch(`${backend.url}/functions/v1/echo`, { method: 'POST' })).status).toBe(401);
  expect((await fetch(`${backend.url}/functions/v1/none`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${backend.url}/functions/v1/echo`, { method: 'OPTIONS' })).status).toBe(204);
});

test('functions can be called only so often from one address', async () => {
  const headers = { apikey: backend.anonKey };
  const call = () => fetch(`${backend.url}/functions/v1/echo`, { method: 'POST', headers, body: '{}' });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await call()).status);
  expect(statuses.at(-1)).toBe(429);
});
