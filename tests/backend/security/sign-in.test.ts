/**
 * Ways to become somebody else at sign-in: another person's address, where a sign-in leads back to, a code used twice.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Providers } from '../../../supabase/embedded/auth/providers.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { countMails, readLink } from '../../support/mailbox.ts';

const password = 'correct horse battery';
const application = { id: 'carryover', secret: 'known to the backend only' };

let github: IdentityProvider;
let providers: Providers;
let mailServer: MailServer;
let backend: TestBackend;

beforeAll(async () => {
  github = await startIdentityProvider(application);
  mailServer = await startMailServer();
  providers = { github: { clientId: application.id, secret: application.secret, url: github.url } };
  backend = await startTestBackend({ smtpUrl: mailServer.url, providers });
}, 60_000);
beforeEach(() => {
  github.user = { ...github.user, id: Math.floor(Math.random() * 1e9), verified: true };
});
afterAll(async () => {
  await backend.stop();
  await github.stop();
  await mailServer.stop();
});

function connect(to = backend): SupabaseClient {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createClient(to.url, to.anonKey, { auth: { flowType: 'pkce', storage, autoRefreshToken: false } });
}

async function locationOf(address: string): Promise<string> {
  const answer = await fetch(address, { redirect: 'manual' });
  return answer.headers.get('location') ?? `no redirect: ${answer.status}`;
}

/** Goes to GitHub and back, as a browser would. Returns the address where the browser ends. */
async function goThrough(client: SupabaseClient, redirectTo = `${backend.publicUrl}/auth/callback`): Promise<URL> {
  const options = { redirectTo, skipBrowserRedirect: true };
  const { data } = await client.auth.signInWithOAuth({ provider: 'github', options });
  const atGitHub = await locationOf(data.url ?? '');
  return new URL(await locationOf(await locationOf(atGitHub)));
}

async function signInWithGitHub(email: string): Promise<SupabaseClient> {
  github.user.email = email;
  const client = connect();
  const { error } = await client.auth.exchangeCodeForSession((await goThrough(client)).searchParams.get('code') ?? '');
  if (error) throw error;
  return client;
}

/** Signs up with a password and opens the link of the mail. */
async function signUpConfirmed(email: string): Promise<string> {
  const client = connect();
  await client.auth.signUp({ email, password });
  const link = new URL(await readLink(mailServer, email));
  const { data } = await client.auth.verifyOtp({
    type: 'signup',
    token_hash: link.searchParams.get('token_hash') ?? '',
  });
  return data.user?.id ?? '';
}

test('a user who signed up with somebody else’s address is out when the owner signs in with GitHub', async () => {
  const email = 'owner@example.org';
  await connect().auth.signUp({ email, password });
  const owner = await signInWithGitHub(email);
  await owner.rpc('create_account', { p_account_name: 'Private', p_account_type: 'personal' });
  const mallory = connect();
  expect((await mallory.auth.signInWithPassword({ email, password })).data.session).toBeNull();
  // The link in the sign-up's mail is no way in either, unless the owner opens it.
  const link = new URL(await readLink(mailServer, email));
  await mallory.auth.verifyOtp({ type: 'signup', token_hash: link.searchParams.get('token_hash') ?? '' });
  await mallory.auth.signOut();
  expect((await mallory.auth.signInWithPassword({ email, password })).data.session).toBeNull();
});

test('an address that GitHub has not verified does not open the account that confirmed it here', async () => {
  const email = 'victim@example.org';
  const id = await signUpConfirmed(email);
  github.user.verified = false;
  const user = await signInWithGitHub(email).then(
    async (client) => (await client.auth.getUser()).data.user,
    () => null,
  );
  expect(user?.id).not.toBe(id);
});

test('an address that GitHub has verified is the same person', async () => {
  const email = 'both@example.org';
  const id = await signUpConfirmed(email);
  const client = await signInWithGitHub(email);
  expect((await client.auth.getUser()).data.user?.id).toBe(id);
});

test.each(['https://evil.example/auth/callback', '//evil.example', 'javascript:alert(1)'])(
  'a sign-in does not lead back to %s',
  async (redirectTo) => {
    github.user.email = 'back@example.org';
    expect((await goThrough(connect(), redirectTo)).origin).toBe(new URL(backend.publicUrl).origin);
  },
);

test('no mail links to another site, whatever the request asked for', async () => {
  const email = 'mailed@example.org';
  await signUpConfirmed(email);
  const seen = countMails(mailServer, email);
  await connect().auth.resetPasswordForEmail(email, { redirectTo: 'https://evil.example' });
  expect(new URL(await readLink(mailServer, email, seen)).origin).toBe(new URL(backend.publicUrl).origin);
});

test('a code is good for one use, and only in the browser that asked for it', async () => {
  github.user.email = 'once@example.org';
  const client = connect();
  const code = (await goThrough(client)).searchParams.get('code') ?? '';
  const thief = connect();
  await goThrough(thief);
  expect((await thief.auth.exchangeCodeForSession(code)).data.session).toBeNull();
  expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
  expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
});

test('sign-ins that GitHub completes do not count, and those that it does not complete do', async () => {
  const limit = { count: 2, seconds: 600 };
  const limited = await startTestBackend({
    smtpUrl: mailServer.url,
    providers,
    authLimits: { signIn: limit, verify: limit },
  });
  const returnTo = `${limited.publicUrl}/auth/callback`;
  try {
    github.user.email = 'often@example.org';
    for (let n = 0; n < 3; n += 1) {
      expect((await goThrough(connect(limited), returnTo)).searchParams.get('code')).toBeTruthy();
    }
    github.consents = false;
    for (let n = 0; n < 2; n += 1) {
      expect((await goThrough(connect(limited), returnTo)).searchParams.get('code')).toBeNull();
    }
    const statuses = [];
    for (const path of ['authorize?provider=github', 'callback?code=guess&state=guess'])
      statuses.push((await fetch(`${limited.url}/auth/v1/${path}`, { redirect: 'manual' })).status);
    expect(statuses).toEqual([429, 429]);
  } finally {
    github.consents = true;
    await limited.stop();
  }
}, 30_000);

test('a state that nobody asked for is refused', async () => {
  const led = new URL(await locationOf(`${backend.url}/auth/v1/callback?code=guess&state=guess`));
  expect(led.origin).toBe(new URL(backend.publicUrl).origin);
  expect([led.searchParams.get('error_code'), led.searchParams.get('code')]).toEqual(['bad_oauth_state', null]);
});

test('nobody learns by signing up whether an address is known', async () => {
  const known = 'known@example.org';
  await signUpConfirmed(known);
  const sent = { password, data: { theme: 'dark' } };
  const answers = [];
  for (const email of [known, 'unknown@example.org']) {
    const headers = { apikey: backend.anonKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ email, ...sent });
    const answer = await fetch(`${backend.url}/auth/v1/signup`, { method: 'POST', headers, body });
    const text = (await answer.text())
      .replaceAll(email, 'the address')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, 'an id')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, 'a moment');
    answers.push([answer.status, [...answer.headers.keys()].sort(), JSON.parse(text)]);
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('signing up again sends a mail that lets the owner in, and the new password does not', async () => {
  const email = 'again@example.org';
  await connect().auth.signUp({ email, password: 'the first password' });
  await readLink(mailServer, email);
  expect((await connect().auth.signUp({ email, password: 'the second password' })).error).toBeNull();
  const link = new URL(await readLink(mailServer, email, 1));
  expect(link.searchParams.get('type')).toBe('recovery');
  const client = connect();
  const token_hash = link.searchParams.get('token_hash') ?? '';
  expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  const second = await connect().auth.signInWithPassword({ email, password: 'the second password' });
  expect(second.error?.code).toBe('invalid_credentials');
  expect((await client.auth.updateUser({ password: 'the third password' })).error).toBeNull();
  expect((await connect().auth.signInWithPassword({ email, password: 'the third password' })).error).toBeNull();
});
