/** Access tokens whose session has ended, and what they still open. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
}, 60_000);
afterAll(() => backend.stop());

/** A caller with an access token and nothing else. */
function holding(token: string): SupabaseClient {
  return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
}

async function signUp() {
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = `${crypto.randomUUID()}@example.org`;
  const { data } = await client.auth.signUp({ email, password });
  return { client, email, token: data.session?.access_token ?? '' };
}

const endpoints: [string, (client: SupabaseClient) => PromiseLike<{ status: number }>][] = [
  ['the table API', (client) => client.from('accounts').select('account_id')],
  ['its remote functions', (client) => client.rpc('sync_heads', {})],
  [
    'edge functions',
    async (client) => {
      const { response } = await client.functions.invoke('send-invitation', { body: {} });
      return { status: response?.status ?? 0 };
    },
  ],
];

test.each(endpoints)('%s is closed within seconds to a token whose session has ended', async (_, ask) => {
  const { client, token } = await signUp();
  const open = await ask(holding(token));
  expect(open.status).not.toBe(401);
  await client.auth.signOut();
  await expect.poll(async () => (await ask(holding(token))).status, { timeout: 10_000 }).toBe(401);
});

/** Two readers could take these headers for two callers: one sees no token, the other sees it and drops the rest. */
test.each([' =', '\u00a0', ' ,', '\t='])('a token with %j behind it opens nothing either', async (rest) => {
  const { client, token } = await signUp();
  await client.rpc('get_or_create_default_account');
  await client.auth.signOut();
  const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}${rest}` };
  const ask = () => fetch(`${backend.url}/rest/v1/accounts?select=account_id`, { headers });
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(401);
});

test('no channel is joined or renewed with it', async () => {
  const { client, token } = await signUp();
  const guest = (await signUp()).client;
  await client.auth.signOut();
  await guest.realtime.setAuth(token);
  const channel = guest
    .channel('changes')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'transactions' }, () => {});
  const status = await new Promise((resolve) => channel.subscribe(resolve));
  await guest.removeAllChannels();
  expect(status).toBe('CHANNEL_ERROR');
});

test('a new password closes them to tokens of the other devices, but not to its own', async () => {
  const { client, email, token } = await signUp();
  const other = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } = await other.auth.signInWithPassword({ email, password });
  expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  expect((await holding(data.session?.access_token ?? '').rpc('sync_heads', {})).status).toBe(401);
  expect((await holding(token).rpc('sync_heads', {})).status).toBe(200);
});
