/** The backend refuses what is too large, too deep or too often, and goes on for everybody else. */
import { connect } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, openAccount, signUp } from '../../support/invitations-people.ts';

/** The part of a pull's response that the limit is about. */
const Pulled = v.object({
  epoch: v.string(),
  scopes: v.array(
    v.object({
      scope: v.string(),
      cursor: v.looseObject({ version: v.number() }),
      transactions: v.nullable(v.object({ id: v.array(v.string()) })),
    }),
  ),
});

const MEGABYTE = 1024 * 1024;

let backend: TestBackend;
let ada: Caller;
let household: string;

beforeAll(async () => {
  backend = await startTestBackend({
    authLimits: { signIn: { count: 3, seconds: 600 }, verify: { count: 3, seconds: 600 } },
  });
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
}, 60_000);
afterAll(() => backend.stop());
afterEach(async () => {
  const { status } = await fetch(`${backend.url}/healthz`);
  if (status !== 200) throw new Error(`The backend is not well: ${status}`);
});

async function post(path: string, body: BodyInit, type = 'application/json'): Promise<number> {
  const { data } = await ada.client.auth.getSession();
  const headers = {
    apikey: backend.anonKey,
    authorization: `Bearer ${data.session?.access_token}`,
    'content-type': type,
  };
  const init: RequestInit & { duplex?: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  return (await fetch(backend.url + path, init)).status;
}

/** A body that does not announce its length. */
function stream(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(new Uint8Array(Math.min(left, 64 * 1024)).fill(32));
      left -= 64 * 1024;
    },
  });
}

describe.each([
  ['/auth/v1/signup', 64 * 1024],
  ['/functions/v1/send-invitation', MEGABYTE],
  ['/rest/v1/rpc/sync_push', 16 * MEGABYTE],
])('%s', (path, limit) => {
  test('takes no body beyond its limit when its length is announced', async () => {
    expect(await post(path, ' '.repeat(limit + 1))).toBe(413);
  });

  test('takes no body beyond its limit when its length is not announced', async () => {
    // The server hangs up on a caller who goes on sending. So the caller may be unable to read the refusal.
    const outcome = await post(path, stream(limit * 2)).catch(() => 'hung up');
    expect([413, 'hung up']).toContain(outcome);
  });
});

test('a header that is too large is refused', async () => {
  const { hostname, port } = new URL(backend.url);
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(64 * 1024)}\r\n\r\n`);
    });
    socket.once('data', (data) => {
      resolve(String(data));
      socket.destroy();
    });
  });
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

describe('JSON that is no sensible message', () => {
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  test.each([
    ['nested beyond all reason', `{"p_user":"${crypto.randomUUID()}","p_schema":2,"p_mutations":${nested}}`],
    ['cut off', '{"p_user":"'],
    ['no object', '[]'],
    ['with a byte that text cannot hold', JSON.stringify({ p_account_name: 'a\u0000b' })],
  ])('%s is refused by a function', async (_what, body) => {
    const status = await post('/rest/v1/rpc/sync_push', body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await post('/rest/v1/rpc/create_account', body)).toBeGreaterThanOrEqual(400);
  });

  test('a text with a null character is refused by a table', async () => {
    const row = { account_id: household, name: 'a\u0000b', type: 'expense' };
    expect((await ada.client.from('categories').insert(row)).status).toBe(400);
  });
});

describe('texts', () => {
  const entry = { type: 'debit', amount: 1, transaction_date: '2026-03-31' };
  test.each<[string, string, () => object]>([
    ['a description', 'transactions', () => ({ ...entry, account_id: household, description: 'x'.repeat(2001) })],
    ['notes', 'transactions', () => ({ ...entry, account_id: household, metadata: { notes: 'x'.repeat(10_001) } })],
    [
      'more in the metadata',
      'transactions',
      () => ({ ...entry, account_id: household, metadata: { more: 'x'.repeat(70_000) } }),
    ],
    ['a category', 'categories', () => ({ account_id: household, type: 'expense', name: 'x'.repeat(201) })],
    ['a budget', 'budgets', () => ({ account_id: household, amount: 1, name: 'x'.repeat(201) })],
    ['an account', 'accounts', () => ({ account_name: 'x'.repeat(201) })],
  ])('longer than %s may be are refused', async (_what, table, row) => {
    expect(await ada.client.from(table).insert(row())).toMatchObject({ status: 400, error: { code: '23514' } });
  });
});

test('one answer of the table API holds no more than a thousand rows', async () => {
  const rows = Array.from({ length: 1001 }, () => ({
    account_id: household,
    type: 'debit',
    amount: 1,
    transaction_date: '2026-03-31',
  }));
  expect((await ada.client.from('transactions').insert(rows)).error).toBeNull();
  expect((await ada.client.from('transactions').select('transaction_id').limit(100_000)).data).toHaveLength(1000);
});

test('a pull returns no more than its limit, and a limit beyond the highest does not return everything', async () => {
  const eve = await signUp(backend, 'puller');
  const account = await openAccount(eve);
  await backend.sql`insert into public.transactions (account_id, type, amount, transaction_date, created_by)
    select ${account}, 'debit', 1, '2026-03-31', ${eve.id} from generate_series(1, 50001)`;
  const pull = async (cursors: { epoch: string | null; scopes: object }, p_limit: number) => {
    const p_cursors = { protocol: PROTOCOL_VERSION, ...cursors };
    const { data } = await eve.client.rpc('sync_pull', { p_user: eve.id, p_cursors, p_limit });
    const { epoch, scopes } = v.parse(Pulled, data);
    const counts = scopes.map(({ transactions }) => transactions?.id.length ?? 0);
    return { epoch, scopes, count: counts.reduce((sum, count) => sum + count, 0) };
  };
  const { epoch, scopes } = await pull({ epoch: null, scopes: {} }, 1);
  // A device that has every month, and has missed every change.
  const cursors = scopes.map(({ scope, cursor }) => [scope, { ...cursor, version: 1, before: null }]);
  const missed = { epoch, scopes: Object.fromEntries(cursors) };
  for (const [limit, count] of [
    [-1, 1],
    [0, 1],
    [1, 1],
    [7, 7],
    [2_147_483_647, 50_000],
  ] as const) {
    expect((await pull(missed, limit)).count, `limit ${limit}`).toBe(count);
  }
}, 60_000);

describe('endpoints of third-party sign-in, which write a row for each visitor,', () => {
  test.each(['/auth/v1/authorize?provider=github', '/auth/v1/callback?code=guess&state=guess'])(
    '%s: are open only so often',
    async (path) => {
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await fetch(backend.url + path, { redirect: 'manual' })).status);
      expect(statuses.slice(0, 3)).not.toContain(429);
      expect(statuses[3]).toBe(429);
    },
  );
});

test('a socket takes no message beyond its limit', async () => {
  const address = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey}`;
  const socket = new WebSocket(address);
  socket.on('error', () => {});
  socket.on('open', () => socket.send(' '.repeat(8 * MEGABYTE)));
  // 1009: message too big. The server may hang up before all of it was sent.
  expect([1009, 1006]).toContain(await new Promise((resolve) => socket.on('close', resolve)));
});

test('nobody listens or speaks on somebody else’s topic', async () => {
  const eve = await signUp(backend, 'eve');
  const heard: unknown[] = [];
  await ada.client.realtime.setAuth();
  await eve.client.realtime.setAuth();
  const topic = `user:${ada.id}`;
  const join = (client: Caller['client'], isPrivate: boolean) => {
    const channel = client.channel(topic, { config: { private: isPrivate } });
    channel.on('broadcast', { event: 'hint' }, ({ payload }) => heard.push(payload));
    return new Promise<string>((resolve) => channel.subscribe(resolve));
  };
  expect(await join(eve.client, true)).toBe('CHANNEL_ERROR');
  expect(await join(ada.client, true)).toBe('SUBSCRIBED');
  // Two ways: a public channel of the same name, and the message that needs no joining.
  const open = createClient(backend.url, backend.anonKey);
  const loud = open.channel(topic);
  await new Promise((resolve) => loud.subscribe(resolve));
  await loud.send({ type: 'broadcast', event: 'hint', payload: { scope: 'forged', version: 1 } });
  const real = expect.objectContaining({ scope: `account:${household}` });
  await ada.client.from('categories').insert({ account_id: household, type: 'expense', name: 'Pets' });
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(heard).toEqual(heard.map(() => real));
  for (const client of [ada.client, eve.client, open]) await client.removeAllChannels();
});
