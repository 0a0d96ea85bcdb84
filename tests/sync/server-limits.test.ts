/** An honest device at the limits of the embedded server (supabase/embedded/http/limits.ts) loses nothing. */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Insert } from '#domain/mutations/operations';
import { limits } from '../../supabase/embedded/http/limits.ts';
import { callRemote } from '../../sync/call-remote.ts';
import { httpCalls } from '../../sync/http-calls.ts';
import type { PushRemote, Remote } from '../../sync/remote.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Sent, sendRaw } from '../support/raw-request.ts';
import { enter, makeAccount } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

/** The next row's number; no row is made twice. */
let number = 500_000;
const entryIn = (accountId: string, notes = '') => enter(number++, { accountId, notes });

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ addressFactor: 1 });
});
afterAll(() => backend.stop());

/** A new user with an account and a device, which reaches the server through the app's own calls. */
async function newDevice(name: string) {
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `${name}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' });
  if (error || !data.user || !data.session) throw error ?? new Error('Nobody signed up.');
  const token = data.session.access_token;
  const config = { supabaseUrl: backend.url, supabaseKey: backend.anonKey };
  const statuses: number[] = [];
  const calls = callRemote(
    httpCalls(config, async (send) => {
      const response = await send(token);
      statuses.push(response.status);
      return response;
    }),
  );
  const remote: Remote & PushRemote = { ...calls, subscribe: () => () => {} };
  const person = { userId: data.user.id, userEmail: email };
  const account = crypto.randomUUID();
  const device = new SimulatedDevice(person, Date.now);
  await device.commit([makeAccount(account, person)]);
  await device.sync(remote);
  return { device, remote, token, account, statuses };
}

const stateOf = async ({ db }: SimulatedDevice) => (await db.outbox.toArray()).map(({ state }) => state);

it('[S7a] a batch that is too large for the server goes up in halves', async () => {
  const { device, remote, account, statuses } = await newDevice('wordy');
  // Each row has 36 kB in UTF-8. The first batch of 240 has more than eight megabytes.
  const wordy = () => {
    const entry = entryIn(account, '語'.repeat(10_000));
    return { ...entry, row: { ...entry.row, description: '語'.repeat(2000) } };
  };
  for (let n = 0; n < 15; n += 1) await device.commit(Array.from({ length: 20 }, wordy));
  await device.sync(remote);
  expect(statuses).toContain(413);
  expect(await stateOf(device)).toEqual([]);
  const [stored] = await backend.sql`select count(*)::int as n from public.transactions where account_id = ${account}`;
  expect(stored).toEqual({ n: 300 });
}, 120_000);

it('[S33a, G1] a device that asks too much at once is told how long to wait and loses nothing', async () => {
  const { device, remote, token, account } = await newDevice('busy');
  const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}`, 'content-length': '9' };
  const others: Sent[] = [];
  const hang = async () => others.push(await sendRaw(backend.url, { path: '/rest/v1/rpc/sync_heads', headers }));
  for (let n = 0; n < limits.requestsPerUser.most; n += 1) await hang();
  const refusal = () => remote.heads().catch(({ reason }) => reason);
  // A call that comes in between takes a place, and whatever wanted that place is refused.
  const refusalAmongMore = async () => {
    await hang();
    return refusal();
  };
  await expect.poll(refusalAmongMore, { timeout: 20_000 }).toBe('retryable');
  await device.commit([entryIn(account)]);
  await expect(device.sync(remote)).rejects.toMatchObject({ reason: 'retryable', waitMs: 2000 });
  expect(await stateOf(device)).toEqual(['in_flight']);
  for (const { socket } of others) socket.destroy();
  await expect.poll(refusal, { timeout: 20_000 }).not.toBe('retryable');
  await device.sync(remote);
  expect(await stateOf(device)).toEqual([]);
});

it('[S4d, G1] a mutation of more operations than the server takes is rejected and keeps its content', async () => {
  const { device, remote, account } = await newDevice('thorough');
  const many = Array.from({ length: limits.mutationOperations.most + 1 }, (_, n): Insert => {
    const row = newCategory(account, 'expense', `Category ${n}`, '2026-03-10T12:00:00.000Z');
    return { kind: 'insert', table: 'categories', row };
  });
  await device.commit(many);
  await device.commit([entryIn(account)]);
  await device.sync(remote);
  const entries = await device.db.outbox.toArray();
  expect(entries).toMatchObject([
    { state: 'rejected', verdict: { reason: 'invalid', code: 'PT413' }, operations: { length: many.length } },
  ]);
  const [stored] = await backend.sql`select count(*)::int as n from public.transactions where account_id = ${account}`;
  expect(stored).toEqual({ n: 1 });
}, 120_000);
