/** A new password needs the present one or a sign-in of a moment ago, and ends the other sessions. */
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMailOutbox } from '../../../supabase/embedded/mail/mail.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
let backend: TestBackend;
let email: string;
beforeAll(async () => {
  backend = await startTestBackend();
}, 60_000);
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  await connect().auth.signUp({ email, password });
});
afterAll(() => backend.stop());

function connect(to = backend): SupabaseClient {
  return createClient(to.url, to.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function signIn(): Promise<SupabaseClient> {
  const client = connect();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Makes all sessions of the user begin that many minutes earlier. */
async function age(minutes: number): Promise<void> {
  await backend.sql`update auth.sessions set created_at = now() - make_interval(mins => ${minutes})
    where user_id = (select id from auth.users where email = ${email})`;
}

const isOpen = async (client: SupabaseClient) => (await client.auth.refreshSession()).error === null;
const letsIn = async (one: string) =>
  (await connect().auth.signInWithPassword({ email, password: one })).error === null;

test('a device that was left open changes no password', async () => {
  const device = await signIn();
  await age(11);
  const { error } = await device.auth.updateUser({ password: 'the finder’s own' });
  expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  expect(await letsIn(password)).toBe(true);
  expect(await isOpen(device)).toBe(true);
});

test('renewing a session does not make its sign-in more recent', async () => {
  const device = await signIn();
  await age(11);
  await device.auth.refreshSession();
  expect((await device.auth.updateUser({ password: 'the finder’s own' })).error?.code).toBe('reauthentication_needed');
});

test('the present password allows a new one, and a wrong one does not', async () => {
  const device = await signIn();
  await age(11);
  const guess = await device.auth.updateUser({ password: 'another horse', current_password: 'wrong horse' });
  expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  const known = await device.auth.updateUser({ password: 'another horse', current_password: password });
  expect(known.error).toBeNull();
  expect(await letsIn('another horse')).toBe(true);
});

test('a new password ends the other sessions, but not the one that set it', async () => {
  const [here, there] = [await signIn(), await signIn()];
  expect((await here.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  expect(await isOpen(here)).toBe(true);
  expect(await isOpen(there)).toBe(false);
});

test('a user who asks for it keeps the other sessions', async () => {
  const [here, there] = [await signIn(), await signIn()];
  const change = { password: 'another horse', current_password: password, keep_other_sessions: true };
  expect((await here.auth.updateUser(change)).error).toBeNull();
  expect([await isOpen(here), await isOpen(there)]).toEqual([true, true]);
});

test('a wrong present password is refused a moment after a sign-in, too', async () => {
  const device = await signIn();
  const guess = await device.auth.updateUser({ password: 'another horse', current_password: 'wrong horse' });
  expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  expect(await letsIn(password)).toBe(true);
});

test('a password that is refused ends nothing', async () => {
  const [here, there] = [await signIn(), await signIn()];
  expect((await here.auth.updateUser({ password: '123' })).error?.code).toBe('weak_password');
  expect(await isOpen(there)).toBe(true);
});

test('the link of a recovery mail is a sign-in of a moment ago', async () => {
  const there = await signIn();
  await connect().auth.resetPasswordForEmail(email);
  const outbox = createMailOutbox(join(backend.dataDir, 'outbox'));
  // The mail goes out after the response.
  const mail = await vi.waitUntil(
    async () => (await outbox.list()).find(({ subject }) => subject.includes('password')),
    {
      timeout: 10_000,
      interval: 50,
    },
  );
  const token_hash = /token_hash=(\w+)/.exec(mail.html)?.[1] ?? '';
  const device = connect();
  expect((await device.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  expect((await device.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  expect(await letsIn('another horse')).toBe(true);
  expect(await isOpen(there)).toBe(false);
});

test('a user of a provider, who has no password, signs in again', async () => {
  const device = await signIn();
  await age(11);
  await backend.sql`update auth.users set encrypted_password = null where email = ${email}`;
  const { error } = await device.auth.updateUser({ password: 'another horse', current_password: '' });
  expect(error?.code).toBe('reauthentication_needed');
});

test('other changes of one’s own data need no password', async () => {
  const device = await signIn();
  await age(11);
  expect((await device.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull();
});

test('somebody else’s token, or none, changes no password', async () => {
  const headers = { apikey: backend.anonKey, 'Content-Type': 'application/json' };
  for (const authorization of [`Bearer ${backend.anonKey}`, 'Bearer a.b.c', '']) {
    const answer = await fetch(`${backend.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { ...headers, authorization },
      body: JSON.stringify({ password: 'another horse' }),
    });
    expect([401, 403]).toContain(answer.status);
  }
});

test('no code is mailed that would sign in somebody who guesses it', async () => {
  const device = await signIn();
  expect((await device.auth.reauthenticate()).error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
  expect(await backend.sql`select from auth.users where reauthentication_token is not null`).toEqual([]);
});

test('guesses at the present password count as wrong passwords, and none of its changes as a mail', async () => {
  const limit = { count: 2, seconds: 600 };
  const limited = await startTestBackend({ authLimits: { signIn: limit, mail: limit } });
  try {
    const device = connect(limited);
    await device.auth.signUp({ email, password });
    for (const next of ['the second', 'the third', 'the fourth'])
      expect((await device.auth.updateUser({ password: `${next} horse` })).error).toBeNull();
    await limited.sql`update auth.sessions set created_at = now() - interval '11 minutes'`;
    const guess = async () => (await device.auth.updateUser({ password, current_password: 'a guess' })).error?.status;
    expect([await guess(), await guess(), await guess()]).toEqual([400, 400, 429]);
    const known = { password, current_password: 'the fourth horse' };
    expect((await device.auth.updateUser(known)).error?.status, 'the guesser learns nothing now').toBe(429);
    expect((await device.auth.updateUser({ email: `new-${email}` })).error).toBeNull();
  } finally {
    await limited.stop();
  }
}, 30_000);
