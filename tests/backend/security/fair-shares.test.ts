/**
 * Nobody makes the backend work, or keep anything, before it is clear who asks. Nobody gets more of it than a share.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, openAccount, signUp } from '../../support/invitations-people.ts';
import { type RawRequest, type Sent, sendRaw } from '../../support/raw-request.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let token: string;
const open: Sent[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ addressFactor: 1 });
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
  token = await tokenOf(ada);
}, 60_000);
afterAll(() => backend.stop());

async function tokenOf({ client }: Caller): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

const asAda = () => ({
  apikey: backend.anonKey,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

async function send(request: RawRequest): Promise<Sent> {
  const sent = await sendRaw(backend.url, request);
  open.push(sent);
  return sent;
}

function hangUp(): void {
  for (const { socket } of open.splice(0)) socket.destroy();
}

/** Its headers promise a body, and nothing of the body comes. */
const headersAlone = (path: string, headers: Record<string, string>, from?: string): RawRequest => ({
  path,
  headers: { ...headers, 'content-length': '1000' },
  ...(from === undefined ? {} : { from }),
});

async function push(mutations: unknown[]) {
  return ada.client.rpc('sync_push', { p_user: ada.id, p_schema: PROTOCOL_VERSION, p_mutations: mutations });
}

const patches = (count: number) =>
  Array.from({ length: count }, () => ({
    kind: 'patch',
    table: 'transactions',
    id: crypto.randomUUID(),
    seen: 0,
    before: {},
    after: {},
  }));

const mutation = (operations: object[]) => ({
  id: crypto.randomUUID(),
  editedAt: new Date().toISOString(),
  operations,
});

describe('before a byte of the body is read', () => {
  test.each([
    '/rest/v1/rpc/sync_push',
    '/rest/v1/transactions',
    '/auth/v1/signup',
    '/auth/v1/token?grant_type=password',
    '/functions/v1/send-invitation',
  ])(
    '%s answers 401 to a caller without a key',
    async (path) => {
      const { answer } = await send(headersAlone(path, {}));
      expect((await answer).status).toBe(401);
    },
    5000,
  );

  test.each(['/rest/v1/rpc/sync_push', '/rest/v1/transactions', '/functions/v1/send-invitation'])(
    '%s answers 401 to a token that nobody signed',
    async (path) => {
      const headers = { apikey: backend.anonKey, authorization: `Bearer ${token.slice(0, -8)}AAAAAAAA` };
      const { answer } = await send(headersAlone(path, headers));
      expect((await answer).status).toBe(401);
    },
    5000,
  );

  test('a body that is too large is refused, and its sender can read the refusal', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/sync_push`, {
      method: 'POST',
      headers: asAda(),
      body: ' '.repeat(limits.pushBytes.most + 1024 * 1024),
    });
    expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'PT413' })]);
  });
});

describe('a body', () => {
  const post = async (path: string, body: string, headers = asAda()) =>
    (await fetch(backend.url + path, { method: 'POST', headers, body })).status;
  const visitor = () => ({ ...asAda(), authorization: `Bearer ${backend.anonKey}` });

  test('of a table has at most a megabyte, and of a visitor 64 kB', async () => {
    expect(await post('/rest/v1/transactions', ' '.repeat(limits.bodyBytes.most + 1))).toBe(413);
    expect(await post('/rest/v1/rpc/sync_push', ' '.repeat(limits.smallBytes.most + 1), visitor())).toBe(413);
  });

  test.each([
    ['/rest/v1/rpc/sync_push', limits.pushValues.most],
    ['/rest/v1/transactions', limits.bodyValues.most],
  ])('to %s has at most %i keys and values', async (path, most) => {
    expect(await post(path, `{"p_mutations":[${'0,'.repeat(most)}0]}`)).toBe(413);
  });

  test.each(['/rest/v1/rpc/sync_push', '/rest/v1/transactions', '/auth/v1/signup', '/functions/v1/send-invitation'])(
    'to %s is not nested deeper than 32 times',
    async (path) => {
      const nested = (depth: number) => `{"p":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect(await post(path, nested(limits.jsonDepth.most))).toBe(413);
      expect(await post(path, nested(limits.jsonDepth.most - 1))).not.toBe(413);
    },
  );

  test('with signs in its texts counts by its real keys and values', async () => {
    const { error } = await ada.client.from('transactions').insert({
      account_id: household,
      type: 'debit',
      amount: 1,
      transaction_date: '2026-03-31',
      description: '[{"\\,:'.repeat(200),
    });
    expect(error).toBeNull();
  });
});

describe('a push', () => {
  test('of more than 5,000 operations in several mutations is refused as a whole', async () => {
    const count = limits.pushOperations.most / 10;
    const refused = await push([...Array.from({ length: 10 }, () => mutation(patches(count))), mutation(patches(1))]);
    expect(refused).toMatchObject({ status: 413, error: { code: 'PT413' } });
  });

  test('decides on a mutation of more than 1,000 operations: rejected, and the others go on', async () => {
    const large = mutation(patches(limits.mutationOperations.most + 1));
    const row = { id: crypto.randomUUID(), createdAt: new Date().toISOString(), accountId: household, type: 'expense' };
    const rest = { amount: 1, date: '2026-03-31', description: 'Tea', category: 'Food', notes: '', budgetId: null };
    const insert = { kind: 'insert', table: 'transactions', row: { ...row, ...rest } };
    const { data, error } = await push([large, mutation([insert])]);
    expect(error).toBeNull();
    expect(data.verdicts).toMatchObject([
      { id: large.id, status: 'rejected', reason: 'invalid', code: 'PT413' },
      { status: 'applied' },
    ]);
  });

  test('that only adds has the same limits', async () => {
    const row = () => ({
      id: crypto.randomUUID(),
      createdAt: new Date().toISOString(),
      accountId: household,
      type: 'expense',
      amount: 1,
      date: '2026-03-31',
      description: 'Tea',
      category: 'Food',
      notes: '',
      budgetId: null,
    });
    const adds = (count: number) =>
      mutation(Array.from({ length: count }, () => ({ kind: 'insert', table: 'transactions', row: row() })));
    const { data } = await push([adds(limits.mutationOperations.most + 1), adds(1)]);
    expect(data.verdicts).toMatchObject([{ status: 'rejected', reason: 'invalid' }, { status: 'applied' }]);
  });

  test('as large as the largest of v0.1.0 goes through', async () => {
    const answer = await push(Array.from({ length: limits.pushMutations.most }, () => mutation(patches(1))));
    expect(answer.error).toBeNull();
    expect(answer.data.verdicts).toHaveLength(1000);
  });
});

describe('requests under way', () => {
  test('of one user are limited, the next waits, and others are served', async () => {
    const hang = (n: number) => send(headersAlone('/rest/v1/rpc/sync_heads', asAda(), `127.0.1.${n + 1}`));
    for (let n = 0; n < limits.requestsPerUser.most; n += 1) await hang(n);
    // Her own call may have had the last place when one of these came, which was refused then.
    const statusBesideOneMore = async () => {
      await hang(limits.requestsPerUser.most);
      return (await ada.client.rpc('sync_heads')).status;
    };
    await expect.poll(statusBesideOneMore).toBe(429);
    const { answer } = await send({
      path: '/rest/v1/rpc/sync_heads',
      headers: { ...asAda(), 'content-length': '2' },
      body: '{}',
    });
    expect(await answer).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    const ben = await signUp(backend, 'ben');
    expect((await ben.client.rpc('sync_heads')).status).toBe(200);
    hangUp();
    await expect.poll(async () => (await ada.client.rpc('sync_heads')).status).toBe(200);
  });

  test('from one address are limited, and others are served', async () => {
    const visitor = { apikey: backend.anonKey, 'content-type': 'application/json' };
    const hang = () => send(headersAlone('/auth/v1/signup', visitor, '127.0.2.1'));
    for (let n = 0; n < limits.requestsPerAddress.most; n += 1) await hang();
    const statusFrom = async (from: string) => {
      const headers = { ...asAda(), 'content-length': '2' };
      return (await (await send({ path: '/rest/v1/rpc/sync_heads', headers, body: '{}', from })).answer).status;
    };
    await expect.poll(() => hang().then(() => statusFrom('127.0.2.1'))).toBe(429);
    expect(await statusFrom('127.0.2.2')).toBe(200);
    hangUp();
    await expect.poll(() => statusFrom('127.0.2.1')).toBe(200);
  });

  test('free their memory when their callers hang up', async () => {
    const headers = { ...asAda(), 'content-length': String(limits.pushBytes.most) };
    const body = Buffer.alloc(limits.pushBytes.most - 1, ' ');
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 3; n += 1) await send({ path: '/rest/v1/rpc/sync_push', headers, body });
      hangUp();
    }
    await expect.poll(async () => (await push([])).status).toBe(200);
  });
});

test('connections from one address are limited, and others are served', async () => {
  const connections = await Promise.allSettled(
    Array.from({ length: limits.connectionsPerAddress.most + 20 }, () =>
      send({ method: 'GET', path: '/healthz', from: '127.0.3.1' }).then(({ answer }) => answer),
    ),
  );
  const served = connections.filter(({ status }) => status === 'fulfilled').length;
  expect(served).toBe(limits.connectionsPerAddress.most);
  const other = await send({ method: 'GET', path: '/healthz', from: '127.0.3.2' });
  expect((await other.answer).status).toBe(200);
  hangUp();
});

test(
  'the server does not wait for headers that trickle in',
  async () => {
    const { socket, answer } = await send({ method: 'GET', path: '/healthz', headers: { 'x-last': '1\r\nx-more: ' } });
    const trickle = setInterval(() => socket.write('x'), 500);
    // The first request has its blank line. A second one begins here, without its end.
    await answer;
    socket.write('GET /healthz HTTP/1.1\r\nx-slow: ');
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
    expect(await closed).toBe('closed');
    clearInterval(trickle);
  },
  (limits.headerSeconds.most + 15) * 1000,
);
