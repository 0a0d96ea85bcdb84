/** An install whose secrets were replaced: nobody is signed in any more. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import { makeInstall, startTestBackend, type TestBackend } from '../../support/backend.ts';

const credentials = { email: 'ada@example.org', password: 'correct horse battery' };
let dataDir: string;
let backend: TestBackend;
afterEach(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  backend = await startTestBackend({ dataDir });
}

const connect = () =>
  createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function signUp(): Promise<string> {
  const { data } = await connect().auth.signUp(credentials);
  return data.session?.refresh_token ?? '';
}

const renew = async (refresh_token: string) => connect().auth.refreshSession({ refresh_token });

test('replaced secrets end every session, and people sign in again', async () => {
  dataDir = await makeInstall();
  await start();
  const token = await signUp();
  await backend.stop();
  await start();
  const { data, error } = await renew(token);
  expect(error, 'the same secrets go on').toBeNull();
  await backend.stop();
  await rename(join(dataDir, 'secrets.json'), join(dataDir, 'secrets-before.json'));
  await start();
  for (const one of [token, data.session?.refresh_token ?? '']) {
    expect((await renew(one)).error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  }
  const again = await connect().auth.signInWithPassword(credentials);
  expect(again.error).toBeNull();
  await backend.stop();
  await start();
  expect((await renew(again.data.session?.refresh_token ?? '')).error).toBeNull();
}, 120_000);

test('data of v0.1.0, which does not name the secrets of its sessions, keeps them', async () => {
  dataDir = await makeInstall();
  await start();
  const token = await signUp();
  await backend.sql`drop table if exists auth.secrets_mark`;
  await backend.stop();
  await start();
  expect((await renew(token)).error).toBeNull();
}, 60_000);
