/** Table changes by realtime: joins stay small, many of them cost little, and a stranger hears of nothing. */
import { createHmac } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { loadSecrets } from '../../../supabase/embedded/secrets.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, letIn, openAccount, signUp } from '../../support/invitations-people.ts';
import { entryOf } from './scene.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let token: string;
const sockets: WebSocket[] = [];
const listening: Caller[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
  token = await tokenOf(ada);
}, 60_000);
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const { client } of listening.splice(0)) await client.removeAllChannels();
});
afterAll(() => backend.stop());

async function tokenOf({ client }: Caller): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

/** A token with one claim more, as user data may make it. */
async function tokenWith({ id }: Caller, filler: string): Promise<string> {
  const { jwtSecret } = await loadSecrets(backend.dataDir);
  const parts = [{ alg: 'HS256' }, { sub: id, role: 'authenticated', filler }];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`;
}

type Binding = { event: string; schema?: string; table: string; filter?: string };
type Reply = { status: string; response: { reason?: string; postgres_changes?: (Binding & { id: number })[] } };

/** A socket that speaks the protocol by hand, and what it hears. */
class Speaker {
  readonly socket: WebSocket;
  readonly heard: { event: string; topic: string; payload: unknown }[] = [];
  readonly closed: Promise<number>;
  #replies = new Map<string, (reply: Reply) => void>();
  #ref = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      if (isBinary) return;
      const [, ref, topic, event, payload] = JSON.parse(String(data));
      if (event === 'phx_reply') this.#replies.get(ref)?.(payload);
      else this.heard.push({ event, topic, payload });
    });
  }

  join(topic: string, postgres_changes: object[], access_token = token): Promise<Reply> {
    this.#ref += 1;
    const ref = String(this.#ref);
    const reply = new Promise<Reply>((resolve) => this.#replies.set(ref, resolve));
    const payload = { config: { postgres_changes }, access_token };
    this.socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', payload]));
    return reply;
  }

  renew(topic: string, access_token: string): void {
    this.socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'access_token', { access_token }]));
  }

  changes() {
    return this.heard.flatMap(({ event, payload }) => (event === 'postgres_changes' ? [payload] : []));
  }
}

async function speak(): Promise<Speaker> {
  const { port } = new URL(backend.url);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey}`);
  sockets.push(socket);
  await new Promise((resolve) => socket.on('open', resolve));
  return new Speaker(socket);
}

const every = { event: '*', schema: 'public', table: 'transactions' };
const filtered = (n: number) => ({ ...every, filter: `description=eq.${n}` });
const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => filtered(from + n));

async function enter({ client }: Caller, account: string, description = 'Tea'): Promise<string> {
  const row = entryOf(account, description);
  const { data, error } = await client.from('transactions').insert(row).select('transaction_id').single();
  if (error) throw error;
  return data.transaction_id;
}

describe('a channel', () => {
  test('asks for at most ten kinds of changes, and the socket goes on', async () => {
    const speaker = await speak();
    const most = limits.bindingsPerChannel.most;
    expect(await speaker.join('rows', many(most + 1))).toMatchObject({ status: 'error' });
    expect(await speaker.join('rows', many(most))).toMatchObject({ status: 'ok' });
  });

  test('that is refused counts among the joins of a minute', async () => {
    const speaker = await speak();
    const tooMany = many(limits.bindingsPerChannel.most + 1);
    for (let n = 0; n < limits.joinsPerMinute.most; n += 1) await speaker.join('rows', tooMany);
    const { response } = await speaker.join('rows', [every]);
    expect(response.reason).toBe('ChannelRateLimitReached');
  });

  test('that asks for the same change again gets one number for both, and hears it once', async () => {
    const speaker = await speak();
    const { response } = await speaker.join('rows', [every, filtered(1), every]);
    expect(response.postgres_changes).toEqual([
      { id: 1, ...every },
      { id: 2, ...filtered(1) },
      { id: 1, ...every },
    ]);
    await enter(ada, household);
    await expect.poll(() => speaker.changes()).toMatchObject([{ ids: [1], data: { type: 'INSERT' } }]);
  });

  test.each([
    ['a filter', () => [{ ...every, filter: `description=eq.${'x'.repeat(limits.filterBytes.most)}` }]],
    ['a name of a table', () => [{ ...every, table: 't'.repeat(50_000) }]],
  ])('with too long %s is refused, and the reply does not repeat it', async (_what, bindings) => {
    const reply = await (await speak()).join('rows', bindings());
    expect(reply.status).toBe('error');
    expect(JSON.stringify(reply).length).toBeLessThan(300);
  });

  test('gets nothing back that the server does not know', async () => {
    const reply = await (await speak()).join('rows', [{ ...every, filler: 'x'.repeat(50_000) }]);
    expect(reply).toMatchObject({ status: 'ok' });
    expect(JSON.stringify(reply).length).toBeLessThan(300);
  });

  test('has a short name', async () => {
    const speaker = await speak();
    void speaker.join('x'.repeat(300), [every]);
    expect(await speaker.closed).toBe(1003);
  });

  test('keeps no token that is longer than ours', async () => {
    const speaker = await speak();
    expect(await speaker.join('rows', [every], await tokenWith(ada, 'x'))).toMatchObject({ status: 'ok' });
    const long = await tokenWith(ada, 'x'.repeat(limits.tokenBytes.most));
    expect(await speaker.join('rows', [every], long)).toMatchObject({ status: 'error' });
  });

  test('does not become another user’s by a new token', async () => {
    const [ben, speaker] = [await signUp(backend, 'ben'), await speak()];
    await speaker.join('rows', [every]);
    speaker.renew('rows', await tokenOf(ben));
    await expect.poll(() => speaker.heard.some(({ event }) => event === 'phx_close')).toBe(true);
  });
});

test('a client that sends much is not read for a second, and goes on after it', async () => {
  const { socket } = await speak();
  const times: number[] = [];
  socket.on('message', () => times.push(performance.now()));
  const frames = 10;
  const filler = 'x'.repeat(limits.socketBytes.most / 5);
  for (let n = 0; n < frames; n += 1) socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', { filler }]));
  await expect.poll(() => times.length, { timeout: 10_000 }).toBe(frames);
  expect((times.at(-1) ?? 0) - (times.at(0) ?? 0)).toBeGreaterThan(900);
});

test('a user asks for at most a hundred kinds of changes on all sockets, and others get theirs', async () => {
  const [most, ofChannel] = [limits.bindingsPerUser.most, limits.bindingsPerChannel.most];
  const [here, there] = [await speak(), await speak()];
  for (let n = 0; n < most; n += ofChannel) {
    const speaker = n < most / 2 ? here : there;
    expect(await speaker.join(`rows-${n}`, many(ofChannel, n))).toMatchObject({ status: 'ok' });
  }
  const refused = await there.join('more', [every]);
  expect(refused.status).toBe('error');
  expect(refused.response.reason).toMatch(/at most 100 kinds of changes/);
  const ben = await signUp(backend, 'ben');
  expect(await there.join('his', [every], await tokenOf(ben))).toMatchObject({ status: 'ok' });
});

test('many tokens of a user make one reading of a change', async () => {
  const ben = await signUp(backend, 'ben');
  const account = await openAccount(ben);
  const speaker = await speak();
  for (let n = 0; n < 5; n += 1) {
    expect(await speaker.join(`rows-${n}`, [every], await tokenWith(ben, String(n)))).toMatchObject({ status: 'ok' });
  }
  // A policy tells how often rows are read under it: a transaction sends the same notification once.
  await backend.sql`create function public.told() returns boolean language plpgsql volatile set search_path = ''
    as 'begin perform pg_catalog.pg_notify(''readings'', ''''); return true; end'`;
  await backend.sql`create policy told on public.transactions as restrictive for select to authenticated
    using (public.told())`;
  const readings: string[] = [];
  const { unlisten } = await backend.sql.listen('readings', (said) => readings.push(said));
  try {
    await backend.sql`insert into public.transactions ${backend.sql(entryOf(account, 'Tea'))}`;
    await expect.poll(() => speaker.changes().length).toBe(5);
    // Notifications come in the order of their transactions.
    await backend.sql`select pg_notify('readings', 'the end')`;
    await expect.poll(() => readings).toContain('the end');
    expect(readings).toEqual(['', 'the end']);
  } finally {
    await unlisten();
    await backend.sql`drop policy told on public.transactions`;
    await backend.sql`drop function public.told()`;
  }
});

describe('the deletion of a transaction', () => {
  /** Fills with the ids of which the caller hears that they were deleted. */
  async function deletionsHeardBy(caller: Caller): Promise<{ ids: string[]; entered: string[] }> {
    const heard: { ids: string[]; entered: string[] } = { ids: [], entered: [] };
    listening.push(caller);
    await caller.client.realtime.setAuth();
    const ready = Promise.withResolvers<null>();
    const channel: RealtimeChannel = caller.client.channel('deletions');
    channel
      .on('postgres_changes', { event: '*', schema: 'public', table: 'transactions' }, (change) => {
        if (change.eventType === 'DELETE') heard.ids.push(change.old.transaction_id);
        else if (change.eventType === 'INSERT') heard.entered.push(change.new.transaction_id);
      })
      .on('system', {}, () => ready.resolve(null))
      .subscribe();
    await ready.promise;
    return heard;
  }

  /** Changes come in order: who has heard of their own addition has heard of all before it. */
  async function afterAllBefore(caller: Caller, account: string, heard: { entered: string[] }): Promise<void> {
    const id = await enter(caller, account);
    await expect.poll(() => heard.entered, { timeout: 10_000 }).toContain(id);
  }

  const remove = (id: string) => ada.client.from('transactions').delete().eq('transaction_id', id);

  test('is told to who has the account, and not to a stranger', async () => {
    const member = await letIn(backend, ada, 'account', household, 'viewer');
    const stranger = await signUp(backend, 'stranger');
    const own = await openAccount(stranger);
    const heard = await Promise.all([ada, member, stranger].map(deletionsHeardBy));
    const id = await enter(ada, household);
    await remove(id);
    await afterAllBefore(ada, household, heard[0] ?? { entered: [] });
    await afterAllBefore(stranger, own, heard[2] ?? { entered: [] });
    await expect.poll(() => heard.map(({ ids }) => ids)).toEqual([[id], [id], []]);
  });

  test('is told to a guest of a shared budget that showed the row, and of no other row', async () => {
    const pets = { account_id: household, type: 'expense', name: 'Pets' };
    const category = await ada.client.from('categories').insert(pets).select().single();
    const { category_id } = category.data;
    const row = { name: 'Pets', amount: 100, account_id: household, category_id };
    const budget = (await ada.client.from('budgets').insert(row).select().single()).data.budget_id;
    const guest = await letIn(backend, ada, 'budget', budget, 'member');
    const own = await openAccount(guest);
    const heard = await deletionsHeardBy(guest);
    const shown = await enter(ada, household, 'shown');
    await ada.client
      .from('transactions')
      .update({ metadata: { category_name: 'Pets' } })
      .eq('transaction_id', shown);
    const other = await enter(ada, household, 'other');
    await remove(other);
    await remove(shown);
    await afterAllBefore(guest, own, heard);
    expect(heard.ids).toEqual([shown]);
  });

  test('is not told to who had the row before it moved to an account that they do not have', async () => {
    const member = await letIn(backend, ada, 'account', household, 'viewer');
    const own = await openAccount(member);
    const heard = await deletionsHeardBy(member);
    const secret = await openAccount(ada, 'Secret');
    const [deleted, gone] = [await enter(ada, household), await enter(ada, household)];
    for (const id of [deleted, gone]) {
      await ada.client.from('transactions').update({ account_id: secret }).eq('transaction_id', id);
    }
    await remove(deleted);
    await ada.client.from('accounts').delete().eq('account_id', secret);
    await afterAllBefore(member, own, heard);
    expect(heard.ids).toEqual([]);
    expect(await backend.sql`select from public.transactions where transaction_id = ${gone}`).toHaveLength(0);
  });
});
