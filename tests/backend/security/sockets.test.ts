/** Realtime: nobody takes all sockets, makes frames pile up, speaks in public, or keeps changes from others. */
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { makeInstall, spawnBackend, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, openAccount, signUp } from '../../support/invitations-people.ts';
import { sendRaw } from '../../support/raw-request.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let token: string;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ addressFactor: 1 });
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
  await ada.client.realtime.setAuth();
  token = (await ada.client.auth.getSession()).data.session?.access_token ?? '';
}, 60_000);
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await ada.client.removeAllChannels();
});
afterAll(() => backend.stop());

const address = () => {
  const { port } = new URL(backend.url);
  return `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.anonKey}`;
};

/** An open socket, or the status and Retry-After of its refusal. */
function open(localAddress: string): Promise<WebSocket | [number | undefined, string | undefined]> {
  const socket = new WebSocket(address(), { localAddress });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('open', () => resolve(socket));
    socket.on('error', () => {});
    socket.on('unexpected-response', (_, { statusCode, headers }) => resolve([statusCode, headers['retry-after']]));
  });
}

async function opened(localAddress: string): Promise<WebSocket> {
  const socket = await open(localAddress);
  if (!(socket instanceof WebSocket)) throw new Error(`refused: ${socket[0]}`);
  return socket;
}

const whenClosed = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve));

/** The server's reply to a join of that topic with that token. */
function joinRaw(socket: WebSocket, topic: string, accessToken: string, ref = '1'): Promise<{ status: string }> {
  const config = { private: true };
  const heard = new Promise<{ status: string }>((resolve) => {
    const listen = (data: unknown, isBinary: boolean) => {
      if (isBinary) return;
      const [, answered, , event, payload] = JSON.parse(String(data));
      if (event !== 'phx_reply' || answered !== ref) return;
      socket.off('message', listen);
      resolve(payload);
    };
    socket.on('message', listen);
  });
  socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, 'phx_join', { config, access_token: accessToken }]));
  return heard;
}

function join(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => channel.subscribe((status) => resolve(status)));
}

test('one address has at most 200 sockets and hears when to come again, and others get theirs', async () => {
  for (let n = 0; n < limits.socketsPerAddress.most; n += 1) await opened('127.0.4.1');
  expect(await open('127.0.4.1')).toEqual([429, '30']);
  const other = await opened('127.0.4.2');
  expect(await joinRaw(other, `user:${ada.id}`, token)).toMatchObject({ status: 'ok' });
});

test('one user has at most 50 sockets', async () => {
  for (let n = 0; n < limits.socketsPerUser.most; n += 1) {
    const socket = await opened('127.0.5.1');
    expect(await joinRaw(socket, `user:${ada.id}`, token)).toMatchObject({ status: 'ok' });
  }
  expect(await joinRaw(await opened('127.0.5.2'), `user:${ada.id}`, token)).toMatchObject({ status: 'error' });
});

test('waiting messages are limited, and a client that sends many in one packet is cut off', async () => {
  const socket = await opened('127.0.6.1');
  const closed = whenClosed(socket);
  // These are short, so all of them come before the first is answered.
  for (let n = 0; n < 2 * limits.queuedFrames.most; n += 1) socket.send('[null,"1","phoenix","x",{}]');
  expect(await closed).toBe(1008);
});

test('messages that come faster than they are handled are not read, and keep no memory', async () => {
  const socket = await opened('127.0.6.1');
  const config = { private: true };
  const joining = JSON.stringify(['1', '1', `realtime:user:${ada.id}`, 'phx_join', { access_token: token, config }]);
  const filler = 'x'.repeat(30_000);
  socket.send(joining);
  // Some megabytes. The kernel's buffers hold a part, and the rest stays with the sender.
  for (let n = 0; n < 200; n += 1) {
    socket.send(joining.replace('"private":true', `"private":true,"filler":"${filler}"`));
  }
  await expect.poll(() => socket.bufferedAmount).toBeGreaterThan(0);
  expect(socket.readyState).toBe(socket.OPEN);
});

test('a client that breaks the connection off while it is refused stops nothing', async () => {
  const spawned = await spawnBackend({ dataDir: await makeInstall() });
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  for (const path of ['/realtime/v1/websocket?apikey=guess', '/elsewhere']) {
    const headers = { ...upgrade, 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' };
    const many = Array.from({ length: 300 }, async () => {
      const { socket } = await sendRaw(spawned.url, { method: 'GET', path, headers });
      // This happens after the server has read the request, and while it answers.
      socket.resetAndDestroy();
    });
    await Promise.all(many);
  }
  expect((await fetch(`${spawned.url}/healthz`)).status).toBe(200);
  expect(await spawned.stop()).toBe(0);
});

test('messages per second are limited', async () => {
  const socket = await opened('127.0.6.2');
  const closed = whenClosed(socket);
  const beat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]);
  const pour = setInterval(() => {
    for (let n = 0; n < 100 && socket.readyState === socket.OPEN; n += 1) socket.send(beat);
  }, 20);
  expect(await closed).toBe(1008);
  clearInterval(pour);
});

test('joins per minute are limited, and the socket goes on', async () => {
  const socket = await opened('127.0.6.3');
  const answers = [];
  for (let n = 0; n <= limits.joinsPerMinute.most; n += 1) {
    answers.push((await joinRaw(socket, `user:${ada.id}`, token, String(n))).status);
  }
  expect([answers.at(0), answers.at(-1)]).toEqual(['ok', 'error']);
  expect(socket.readyState).toBe(socket.OPEN);
});

describe('a public channel', () => {
  const visitor = () => createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });

  test.each(['a visitor', 'somebody signed in'])('lets %s neither speak nor listen there', async (who) => {
    const client: SupabaseClient = who === 'a visitor' ? visitor() : ada.client;
    expect(await join(client.channel('room'))).toBe('CHANNEL_ERROR');
    await client.removeAllChannels();
  });

  test('tells a signed-in user of changes, and carries none of their messages', async () => {
    const ben = await signUp(backend, 'ben');
    await ben.client.realtime.setAuth();
    const heard: unknown[] = [];
    const binding = { event: '*', schema: 'public', table: 'transactions' } as const;
    const [here, there] = [ada, ben].map(({ client }) =>
      client
        .channel('room')
        .on('postgres_changes', binding, () => {})
        .on('broadcast', { event: 'hello' }, ({ payload }) => heard.push(payload)),
    );
    if (!here || !there) throw new Error('no channel');
    expect([await join(here), await join(there)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    await here.send({ type: 'broadcast', event: 'hello', payload: { word: 'hello' } });
    await backend.sql`select realtime.send('{"word": "sent"}', 'hello', 'room', false)`;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(heard).toEqual([]);
    await ben.client.removeAllChannels();
  });

  test('of a visitor tells no changes, and does not keep them from users who join later', async () => {
    const binding = { event: '*', schema: 'public', table: 'transactions' } as const;
    const stranger = visitor();
    const listening = stranger.channel('rows').on('postgres_changes', binding, () => {});
    const status = await join(listening);
    const heard: unknown[] = [];
    const ready = Promise.withResolvers<null>();
    ada.client
      .channel('rows')
      .on('postgres_changes', binding, (change) => heard.push(change.new))
      .on('system', {}, () => ready.resolve(null))
      .subscribe();
    await ready.promise;
    const row = { account_id: household, type: 'debit', amount: 7, transaction_date: '2026-03-31' };
    await ada.client.from('transactions').insert(row);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1);
    expect(status).toBe('CHANNEL_ERROR');
    await stranger.removeAllChannels();
  });
});

test('a listener whose rows cannot be read loses its channel, and the others hear of the change', async () => {
  const binding = { event: '*', schema: 'public', table: 'transactions' } as const;
  // A policy that fails for this user alone, once it has joined.
  const broken = await signUp(backend, 'broken');
  const elsewhere = await openAccount(broken);
  await broken.client.realtime.setAuth();
  const ended: string[] = [];
  const channel = broken.client.channel('rows').on('postgres_changes', binding, () => {});
  await new Promise<void>((resolve) => {
    channel.on('system', {}, ({ status }: { status: string }) => {
      ended.push(status);
      if (status === 'ok') resolve();
    });
    channel.subscribe();
  });
  const heard: unknown[] = [];
  await new Promise<void>((resolve) => {
    ada.client
      .channel('rows')
      .on('postgres_changes', binding, (change) => heard.push(change.new))
      .on('system', {}, () => resolve())
      .subscribe();
  });
  await backend.sql.unsafe(`
    create policy broken on public.transactions as restrictive for select to authenticated
    using (case when auth.uid() = '${broken.id}' then 1 / (length(description) - length(description)) = 1
      else true end)`);
  try {
    const row = { account_id: household, type: 'debit', amount: 8, transaction_date: '2026-03-31' };
    await backend.sql`insert into public.transactions ${backend.sql({ ...row, account_id: elsewhere })}`;
    await ada.client.from('transactions').insert(row);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => ended).toEqual(['ok', 'error']);
  } finally {
    await backend.sql`drop policy broken on public.transactions`;
    await broken.client.removeAllChannels();
  }
});
