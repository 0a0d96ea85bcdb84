import { type AuthChangeEvent, AuthSessionMissingError, AuthWeakPasswordError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect, dismiss, newAddress, type Person, signIn } from './people.ts';

const { url } = inject('backend');
const origin = 'https://app.example.org';

let leaver: Person;

beforeAll(async () => {
  leaver = await signIn('leaver');
});
afterAll(() => dismiss(leaver));

/** The session as the specification has it. */
const Session = v.looseObject({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  expires_at: v.number(),
  token_type: v.literal('bearer'),
  user: v.looseObject({ id: v.pipe(v.string(), v.uuid()), email: v.string(), identities: v.array(v.unknown()) }),
});

describe('signing in with e-mail and password', () => {
  test('gives a session with a user, which getSession then finds', async () => {
    const client = connect();
    const { data, error } = await client.auth.signInWithPassword(leaver);
    expect(error).toBeNull();
    const session = v.parse(Session, data.session);
    expect(session.user).toMatchObject({ id: leaver.id, email: leaver.email });
    expect((await client.auth.getSession()).data.session?.access_token).toBe(session.access_token);
  });

  test('with a wrong password is a 400 with a code', async () => {
    const { data, error } = await connect().auth.signInWithPassword({ email: leaver.email, password: 'wrong' });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect(data.session).toBeNull();
  });

  test('needs an address or a phone number', async () => {
    const nobody: { email: string; password: string } = JSON.parse('{"password":"secret"}');
    const { error } = await connect().auth.signInWithPassword(nobody);
    expect(error?.message).toBe('You must provide either an email or phone number and a password');
  });
});

describe('signing up', () => {
  test('with a redirect to the origin makes a user', async () => {
    const email = newAddress('new');
    const { data, error } = await connect().auth.signUp({
      email,
      password: `Correct-horse-${crypto.randomUUID()}`,
      options: { emailRedirectTo: origin },
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('with a weak password says why', async () => {
    const { error } = await connect().auth.signUp({ email: newAddress('weak'), password: '123' });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: expect.arrayContaining(['length']) });
  });
});

const Settings = v.object({ external: v.record(v.string(), v.unknown()) });

const Refused = v.object({ msg: v.string() });

describe.each(['google', 'github'] as const)('signing in with %s', (provider) => {
  test('asks the service for the provider, and to come back to /auth/callback', async () => {
    const redirectTo = `${origin}/auth/callback`;
    const { data } = await connect().auth.signInWithOAuth({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    });
    const asked = new URL(data.url ?? '');
    expect(asked.origin + asked.pathname).toBe(`${url}/auth/v1/authorize`);
    expect(asked.searchParams.get('provider')).toBe(provider);
    expect(asked.searchParams.get('redirect_to')).toBe(redirectTo);
  });

  test('leads to the provider when it is enabled, and otherwise says that it is not', async () => {
    const { data } = await connect().auth.signInWithOAuth({ provider, options: { skipBrowserRedirect: true } });
    const headers = { apikey: inject('backend').anonKey };
    const settings = v.parse(Settings, await (await fetch(`${url}/auth/v1/settings`, { headers })).json());
    const answer = await fetch(data.url ?? '', { redirect: 'manual' });
    const outcome = {
      status: answer.status,
      says: answer.status === 400 ? v.parse(Refused, await answer.json()).msg : '',
    };
    const enabled = settings.external[provider] === true;
    expect(outcome).toEqual(
      enabled ? { status: 302, says: '' } : { status: 400, says: 'Unsupported provider: provider is not enabled' },
    );
    const leadsTo = new URL(answer.headers.get('location') ?? url).origin;
    expect(leadsTo === new URL(url).origin).toBe(!enabled);
  });
});

test('session events come in their order', async () => {
  const client = connect();
  const events: AuthChangeEvent[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  await client.auth.getSession();
  await client.auth.signInWithPassword(leaver);
  await client.auth.refreshSession();
  await client.auth.updateUser({ data: { theme: 'dark' } });
  await client.auth.signOut({ scope: 'local' });
  await expect
    .poll(() => events)
    .toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
});

test('a refresh gives another refresh token and the same user', async () => {
  const client = connect();
  const { data: before } = await client.auth.signInWithPassword(leaver);
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(before.session?.refresh_token);
  expect(data.user?.id).toBe(leaver.id);
});

test('logging out ends every session of the user', async () => {
  const [here, there] = [connect(), connect()];
  await here.auth.signInWithPassword(leaver);
  await there.auth.signInWithPassword(leaver);
  expect((await here.auth.signOut()).error).toBeNull();
  expect((await here.auth.getSession()).data.session).toBeNull();
  const { error } = await there.auth.refreshSession();
  expect(error?.status).toBe(400);
});

test('asking for a recovery mail does not tell whether the address is known', async () => {
  const redirectTo = `${origin}/auth/callback`;
  for (const email of [leaver.email, newAddress('unknown')]) {
    expect((await connect().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  }
});

describe('errors of the auth service', () => {
  test('a missing session is named', async () => {
    const { error } = await connect().auth.updateUser({ password: 'another horse' });
    expect(error).toBeInstanceOf(AuthSessionMissingError);
    expect(error).toMatchObject({ message: 'Auth session missing!', status: 400 });
  });

  test('an invalid token is refused', async () => {
    const { error } = await connect().auth.getUser('a.b.c');
    expect([401, 403]).toContain(error?.status);
  });

  test('an invalid refresh token is refused', async () => {
    const { error } = await connect().auth.refreshSession({ refresh_token: 'guess' });
    expect(error?.status).toBe(400);
  });

  test('an invalid link is refused', async () => {
    const { error } = await connect().auth.verifyOtp({ type: 'recovery', token_hash: 'guess' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });
});
