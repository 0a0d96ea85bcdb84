/** Access tokens that nobody issued, tried at every endpoint of the backend. */
import { createHmac } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSecrets, type Secrets } from '../../../supabase/embedded/secrets.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type Caller, invitationTo, openAccount, signUp } from '../../support/invitations-people.ts';

let backend: TestBackend;
let secrets: Secrets;
let ada: Caller;
let household: string;

beforeAll(async () => {
  backend = await startTestBackend();
  secrets = await loadSecrets(backend.dataDir);
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
}, 60_000);
afterAll(() => backend.stop());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token of Ada's as this backend issues them, changed by what is given. */
function forge({ header = {}, claims = {}, key = secrets.jwtSecret, digest = 'sha256' }: Forgery = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const whole = {
    sub: ada.id,
    email: ada.email,
    role: 'authenticated',
    aud: 'authenticated',
    iat: now,
    exp: now + 600,
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode({ ...whole, ...claims })}`;
  return `${text}.${createHmac(digest, key).update(text).digest('base64url')}`;
}

type Forgery = { header?: object; claims?: object; key?: string; digest?: string };

const past = () => Math.floor(Date.now() / 1000) - 60;

const forgeries: [string, () => string][] = [
  ['signed with another key', () => forge({ key: 'a key that somebody made up, long enough to be one' })],
  ['signed with the key that browsers have', () => forge({ key: secrets.publishableKey })],
  ['signed with the default of the library', () => forge({ key: 'unsafe-secret-change-me' })],
  ['signed with nothing', () => forge({ key: '' })],
  ['that has expired', () => forge({ claims: { exp: past() } })],
  ['that says alg none and has no signature', () => forge({ header: { alg: 'none' } }).replace(/[^.]+$/, '')],
  ['that says alg None and is signed', () => forge({ header: { alg: 'None' } })],
  ['that says RS256 and is signed with the secret (key confusion)', () => forge({ header: { alg: 'RS256' } })],
  ['that says ES256 and is signed with the secret', () => forge({ header: { alg: 'ES256' } })],
  ['of another HMAC than is issued', () => forge({ header: { alg: 'HS512' }, digest: 'sha512' })],
  ['without its signature', () => forge().split('.').slice(0, 2).join('.')],
  [
    'whose claims were changed',
    () => forge().replace(/\.[^.]+\./, `.${encode({ sub: ada.id, role: 'service_role', exp: past() + 600 })}.`),
  ],
  [
    'that brings a key of its own',
    () => forge({ header: { jwk: { kty: 'oct', k: 'AAAA' }, kid: '../../dev/null' }, key: 'AAAA' }),
  ],
];

const clientWith = (token: string): SupabaseClient =>
  createClient(backend.url, backend.anonKey, { accessToken: async () => token });

/** Each endpoint's reply to a token: an HTTP status, or what becomes of a channel. */
const endpoints: Record<string, (token: string) => Promise<number | string>> = {
  'the table API': async (token) => (await clientWith(token).from('accounts').select('*')).status,
  'the table API, writing': async (token) =>
    (await clientWith(token).from('accounts').update({ account_name: 'Forged' }).eq('account_id', household)).status,
  'a function of the database': async (token) => (await clientWith(token).rpc('sync_heads')).status,
  'the auth service': async (token) => {
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}` };
    return (await fetch(`${backend.url}/auth/v1/user`, { headers })).status;
  },
  'an edge function': async (token) => {
    const body = JSON.stringify(invitationTo('eve@example.org', 'account', household));
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(`${backend.url}/functions/v1/send-invitation`, { method: 'POST', headers, body })).status;
  },
  'a private channel': async (token) => {
    const client = clientWith(token);
    await client.realtime.setAuth();
    const channel = client.channel(`user:${ada.id}`, { config: { private: true } });
    const word = await new Promise<string>((resolve) => channel.subscribe(resolve));
    await client.removeAllChannels();
    return word;
  },
};

describe.each(Object.entries(endpoints))('%s', (name, open) => {
  test.each(forgeries)('is closed to a token %s', async (_what, make) => {
    const closed = name === 'a private channel' ? ['CHANNEL_ERROR', 'TIMED_OUT'] : [401, 403];
    expect(closed).toContain(await open(make()));
  });
});

test('none of them wrote anything', async () => {
  const [row] = await backend.sql`select account_name from public.accounts where account_id = ${household}`;
  expect(row).toEqual({ account_name: 'Household' });
});

test('the same endpoints open to the same token without a forgery', async () => {
  const { data } = await ada.client.auth.getSession();
  const issued = data.session?.access_token ?? '';
  for (const [name, open] of Object.entries(endpoints)) {
    expect([200, 204, 'SUBSCRIBED'], name).toContain(await open(issued));
  }
});

test('a role that the API does not have opens nothing, even with a valid signature', async () => {
  for (const role of ['supabase_admin', 'postgres', 'authenticator', 'anon; set role postgres']) {
    const client = clientWith(forge({ claims: { role } }));
    expect(await client.from('accounts').select('*'), role).toMatchObject({ data: null });
    expect(await client.rpc('sync_heads'), role).toMatchObject({ data: null });
  }
});

test('a token of a user who does not exist reads nothing and opens no account', async () => {
  const ghost = clientWith(forge({ claims: { sub: crypto.randomUUID(), email: ada.email } }));
  expect((await ghost.from('accounts').select('*')).data).toEqual([]);
  expect((await ghost.rpc('create_account', { p_account_name: 'Ghost', p_account_type: 'personal' })).status).toBe(409);
});
