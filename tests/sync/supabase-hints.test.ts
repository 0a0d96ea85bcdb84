import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Hint } from '../../sync/protocol.ts';
import { type HintClient, listenForHints } from '../../sync/supabase-hints.ts';
import { startTestBackend } from '../support/backend.ts';

let backend: Awaited<ReturnType<typeof startTestBackend>>;
let client: SupabaseClient;
let userId: string;
const stops: (() => unknown)[] = [];
beforeAll(async () => {
  backend = await startTestBackend();
});
beforeEach(async () => {
  client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const credentials = { email: `anna-${crypto.randomUUID()}@example.org`, password: crypto.randomUUID() };
  await client.auth.signUp(credentials);
  const { data, error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
  userId = data.user.id;
});
afterAll(async () => {
  for (const stop of stops) stop();
  await client.auth.stopAutoRefresh();
  await backend.stop();
});

/** Listens for hints, and lets the test wait for them. */
function listen(through: HintClient) {
  const heard: (Hint | 'joined' | 'down')[] = [];
  let tell = () => {};
  const note = (one: (typeof heard)[number]) => {
    heard.push(one);
    tell();
  };
  const listener = { hint: note, joined: () => note('joined'), down: () => note('down') };
  stops.push(listenForHints(through, userId, listener, () => 1));
  const until = async (isHeard: (all: typeof heard) => boolean) => {
    while (!isHeard(heard)) {
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
  };
  return { heard, until };
}

/** The client with a `setAuth` of the test's: without a session, or with a wrong one. */
const withAuth = (setAuth: () => Promise<void>): HintClient => ({
  channel: (...given) => client.channel(...given),
  removeChannel: (channel) => client.removeChannel(channel),
  realtime: { setAuth },
});

const make = () => client.rpc('create_account', { p_account_name: 'Home', p_account_type: 'personal' });

it('[S20d] a channel that could not be joined without a session is joined later, and hints come', async () => {
  let refusals = 2;
  const { heard, until } = listen(
    withAuth(async () => {
      if (refusals-- > 0) throw new Error('no session');
      await client.realtime.setAuth();
    }),
  );
  await until((all) => all.includes('joined'));
  expect(heard.slice(0, 2)).toEqual(['down', 'down']);
  await make();
  await until((all) => all.some((one) => typeof one === 'object'));
});

it('[S20d] a channel that the server refused is joined again with the session of that time', async () => {
  let refusals = 1;
  const { heard, until } = listen(
    withAuth(() => (refusals-- > 0 ? client.realtime.setAuth(backend.anonKey) : client.realtime.setAuth())),
  );
  await until((all) => all.includes('down'));
  await until((all) => all.at(-1) === 'joined');
  await make();
  await until((all) => all.some((one) => typeof one === 'object'));
  expect(heard.at(-1)).toMatchObject({ scope: expect.stringMatching(/^account:/) });
});
