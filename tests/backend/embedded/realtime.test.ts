import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

type Person = { client: SupabaseClient; id: string };

let backend: TestBackend;
let ada: Person;
let bob: Person;

async function signUp(email: string): Promise<Person> {
  const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({ email, password: 'correct horse' });
  await client.realtime.setAuth();
  return { client, id: data.user?.id ?? '' };
}

beforeAll(async () => {
  backend = await startTestBackend({ migrationsDir: probeSchema });
  ada = await signUp('ada@example.org');
  bob = await signUp('bob@example.org');
});
afterEach(async () => {
  for (const { client } of [ada, bob]) await client.removeAllChannels();
});
afterAll(() => backend.stop());

/** Resolves with the server's first reply about a channel. */
function join(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => channel.subscribe((status) => resolve(status)));
}

const privately = { config: { private: true } };

/** A channel and the broadcasts that it hears, as they come. */
function hear(channel: RealtimeChannel, event = 'hint') {
  const heard: unknown[] = [];
  channel.on('broadcast', { event }, ({ payload }) => heard.push(payload));
  return heard;
}

describe('private broadcast', () => {
  test("a message from the database reaches the topic's owner and nobody else", async () => {
    const mine = ada.client.channel(`user:${ada.id}`, privately);
    const his = bob.client.channel(`user:${bob.id}`, privately);
    const [heardByAda, heardByBob] = [hear(mine), hear(his)];
    expect([await join(mine), await join(his)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    const send = (topic: string, version: number) =>
      backend.sql`
        select realtime.send(jsonb_build_object('id', 'x', 'version', ${version}::int), 'hint', ${topic}, true)`;
    await send(`user:${ada.id}`, 1);
    await send(`user:${ada.id}`, 2);
    await send(`user:${bob.id}`, 3);
    await expect.poll(() => heardByBob).toEqual([{ id: 'x', version: 3 }]);
    await expect
      .poll(() => heardByAda)
      .toEqual([
        { id: 'x', version: 1 },
        { id: 'x', version: 2 },
      ]);
  });

  test('a message of a transaction that was rolled back is never heard', async () => {
    const mine = ada.client.channel(`user:${ada.id}`, privately);
    const heard = hear(mine);
    await join(mine);
    const send = (version: number) =>
      backend.sql`select realtime.send(jsonb_build_object('id', 'x', 'version', ${version}::int), 'hint',
        ${`user:${ada.id}`}, true)`;
    await backend.sql
      .begin(async (sql) => {
        await sql`select realtime.send('{"version": 8}', 'hint', ${`user:${ada.id}`}, true)`;
        throw new Error('changed my mind');
      })
      .catch(() => {});
    await send(9);
    await expect.poll(() => heard).toEqual([{ id: 'x', version: 9 }]);
  });

  test("nobody joins another user's topic", async () => {
    expect(await join(bob.client.channel(`user:${ada.id}`, privately))).toBe('CHANNEL_ERROR');
  });

  test('nobody joins without signing in', async () => {
    const stranger = createClient(backend.url, backend.anonKey);
    expect(await join(stranger.channel(`user:${ada.id}`, privately))).toBe('CHANNEL_ERROR');
    await stranger.removeAllChannels();
  });

  test('joining a public channel of that name hears no private message', async () => {
    const open = bob.client.channel(`user:${ada.id}`);
    const mine = ada.client.channel(`user:${ada.id}`, privately);
    const [heardByBob, heardByAda] = [hear(open), hear(mine)];
    await join(open);
    await join(mine);
    await backend.sql`select realtime.send('{"id": "x"}', 'hint', ${`user:${ada.id}`}, true)`;
    await expect.poll(() => heardByAda).toEqual([{ id: 'x' }]);
    expect(heardByBob).toEqual([]);
  });

  test('checking rights leaves no message behind', async () => {
    const count = async () => (await backend.sql`select count(*)::int as n from realtime.messages`)[0]?.n;
    const before = await count();
    await join(ada.client.channel(`user:${ada.id}`, privately));
    expect(await count()).toBe(before);
  });

  test('a member may speak on a channel, and is heard by others and not by itself', async () => {
    const other = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
    await other.auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
    await other.realtime.setAuth();
    const [here, there] = [ada.client.channel(`user:${ada.id}`, privately), other.channel(`user:${ada.id}`, privately)];
    const [heardHere, heardThere] = [hear(here, 'hello'), hear(there, 'hello')];
    await join(here);
    await join(there);
    expect(await here.send({ type: 'broadcast', event: 'hello', payload: { word: 'grüß' } })).toBe('ok');
    await expect.poll(() => heardThere).toEqual([{ word: 'grüß' }]);
    expect(heardHere).toEqual([]);
    await other.removeAllChannels();
  });

  test('a hundred messages come in the order in which they were sent', async () => {
    const mine = ada.client.channel(`user:${ada.id}`, privately);
    const heard = hear(mine);
    await join(mine);
    for (let n = 0; n < 100; n += 1) {
      await backend.sql`select realtime.send(jsonb_build_object('id', ${n}::int), 'hint', ${`user:${ada.id}`}, true)`;
    }
    await expect.poll(() => heard.length).toBe(100);
    expect(heard).toEqual(Array.from({ length: 100 }, (_, id) => ({ id })));
  });
});

describe('postgres_changes', () => {
  test('tell each listener of the rows that its user may see, with the columns it may see', async () => {
    const heard: Record<string, unknown[]> = { ada: [], bob: [] };
    for (const [name, { client }] of Object.entries({ ada, bob })) {
      const channel = client
        .channel(`rows-${name}`)
        .on('postgres_changes', { event: '*', schema: 'public', table: 'probe' }, (change) =>
          heard[name]?.push([change.eventType, change.new]),
        );
      expect(await join(channel)).toBe('SUBSCRIBED');
    }
    const mine = await ada.client.from('probe').insert({ label: 'hers', secret: 'x' }).select('id').single();
    await bob.client.from('probe').insert({ label: 'his' });
    await expect.poll(() => heard.bob?.length).toBe(1);
    await expect.poll(() => heard.ada?.length).toBe(1);
    expect(heard.ada).toEqual([['INSERT', expect.objectContaining({ id: mine.data?.id, label: 'hers' })]]);
    expect(heard.ada?.[0]).not.toEqual(['INSERT', expect.objectContaining({ secret: 'x' })]);
    expect(heard.bob).toEqual([['INSERT', expect.objectContaining({ label: 'his' })]]);
  });

  test('are refused for a table that is not published', async () => {
    const channel = ada.client
      .channel('users')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'unpublished' }, () => {});
    expect(await join(channel)).toBe('CHANNEL_ERROR');
  });
});

describe('the socket', () => {
  const address = (key: string) => `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`;

  test('is closed to those without a key', async () => {
    const socket = new WebSocket(address('guess'));
    const status = await new Promise((resolve) =>
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(401);
  });

  test.each(['not json', '{"topic":"phoenix"}', '[1,2,3]'])(
    'disconnects a client that sends nonsense: %s',
    async (nonsense) => {
      const socket = new WebSocket(address(backend.anonKey));
      socket.on('open', () => socket.send(nonsense));
      expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(1003);
    },
  );
});
