/** A device at the time limits of a hosted project is told to try again, and loses nothing. */
import { rm } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { supabaseRemote } from '../../sync/supabase-remote.ts';
import { makeInstall, startTestBackend, type TestBackend } from '../support/backend.ts';
import { enter, idOf, makeAccount } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

const HOME = idOf(770_001);

let dataDir: string;
let backend: TestBackend;

/** A lock may take a fifth of a second. A signed-in user's statement has less time than any response takes. */
beforeAll(async () => {
  dataDir = await makeInstall();
  backend = await startTestBackend({ dataDir });
  await backend.sql`alter role authenticator set lock_timeout = '200ms'`;
  await backend.sql`alter role authenticated set statement_timeout = '1ms'`;
  await backend.stop();
  backend = await startTestBackend({ dataDir });
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('[G1] a push that waits too long for a lock goes again; pushes and pulls have longer limits', async () => {
  const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const email = 'ada@example.org';
  const { data } = await client.auth.signUp({ email, password: 'correct horse battery' });
  const person = { userId: data.user?.id ?? '', userEmail: email };
  const remote = supabaseRemote(client);
  const device = new SimulatedDevice(person, Date.now);
  await device.commit([makeAccount(HOME, person)]);
  await device.sync(remote);

  const holder = await backend.sql.reserve();
  await holder`begin`;
  await holder`select from private.account_log where account_id = ${HOME} for update`;
  const entries = Array.from({ length: 200 }, (_, index) => enter(index + 1, { accountId: HOME, amount: 100 }));
  await device.commit(entries);
  await expect(device.sync(remote)).rejects.toMatchObject({ reason: 'retryable', code: '55P03' });
  expect(await device.rows(`account:${HOME}`)).toHaveLength(entries.length);
  await holder`rollback`;
  holder.release();

  await device.sync(remote);
  const [kept] = await backend.sql`select count(*)::integer as rows, balance from public.accounts
    join public.transactions using (account_id) where account_id = ${HOME} group by balance`;
  expect(kept?.rows).toBe(entries.length);
  expect(await device.rows(`account:${HOME}`)).toHaveLength(entries.length);
  // The same user's other requests are cut off, so the push and the pull above had their own limit.
  const all = await client.from('transactions').select('*').order('description');
  expect(all).toMatchObject({ status: 500, error: { code: '57014' } });
  await client.auth.stopAutoRefresh();
});
