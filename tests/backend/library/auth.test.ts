import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test } from 'vitest';
import type { BackendOptions } from '../../../supabase/embedded/backend-options.ts';
import { createMailOutbox } from '../../../supabase/embedded/mail/mail.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

const password = 'correct horse';
const running: TestBackend[] = [];

async function start(options: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const backend = await startTestBackend({ migrationsDir: probeSchema, ...options });
  running.push(backend);
  return backend;
}

afterEach(async () => {
  for (const backend of running.splice(0)) await backend.stop();
});

const client = (backend: TestBackend) =>
  createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

const readOutbox = (backend: TestBackend) => createMailOutbox(join(backend.dataDir, 'outbox')).list();

/** The link of the newest mail in the mail outbox. The mail comes after the response. */
async function readLink(backend: TestBackend): Promise<URL> {
  await expect.poll(() => readOutbox(backend), { timeout: 10_000 }).not.toEqual([]);
  const [newest] = await readOutbox(backend);
  const href = /<a href="([^"]+)"/.exec(newest?.html ?? '')?.[1];
  if (href === undefined) throw new Error('There is no mail with a link');
  return new URL(href.replaceAll('&amp;', '&'));
}

test('on loopback without a mail server a new user is confirmed at once', async () => {
  const ada = client(await start());
  const { data } = await ada.auth.signUp({ email: 'ada@example.org', password });
  expect(data.session?.user.email_confirmed_at).toBeTruthy();
});

test('elsewhere a new user first opens the link of a mail, with verifyOtp as type signup', async () => {
  const backend = await start({ publicUrl: 'https://money.example.org' });
  const ada = client(backend);
  const signedUp = await ada.auth.signUp({ email: 'ada@example.org', password });
  expect(signedUp.data.session).toBeNull();
  const tooEarly = await ada.auth.signInWithPassword({ email: 'ada@example.org', password });
  expect(tooEarly.error?.code).toBe('email_not_confirmed');

  const link = await readLink(backend);
  expect(link.origin + link.pathname).toBe('https://money.example.org/auth/callback');
  expect(link.searchParams.get('type')).toBe('signup');
  const confirmed = await ada.auth.verifyOtp({ type: 'signup', token_hash: link.searchParams.get('token_hash') ?? '' });
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.session?.user.email).toBe('ada@example.org');
});

test('a forgotten password is replaced through a link with a token hash, once', async () => {
  const backend = await start();
  const ada = client(backend);
  await ada.auth.signUp({ email: 'ada@example.org', password });
  await ada.auth.signOut();
  expect((await ada.auth.resetPasswordForEmail('ada@example.org')).error).toBeNull();

  const link = await readLink(backend);
  expect(link.hash).toBe('');
  const [mail] = await readOutbox(backend);
  expect(mail?.text, 'the plain-text part leads the same way').toContain(link.href);
  expect(mail?.text, 'there is nowhere to enter a code').not.toMatch(/code/i);
  const token = { type: 'recovery', token_hash: link.searchParams.get('token_hash') ?? '' } as const;
  expect((await ada.auth.verifyOtp(token)).data.session).not.toBeNull();
  expect((await ada.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  expect((await client(backend).auth.verifyOtp(token)).error?.code).toBe('otp_expired');
  const again = await client(backend).auth.signInWithPassword({ email: 'ada@example.org', password: 'another horse' });
  expect(again.error).toBeNull();
});

test("an address becomes a user's own only through the mailbox of that address", async () => {
  const backend = await start();
  const mallory = client(backend);
  await mallory.auth.signUp({ email: 'mallory@example.org', password });
  expect((await mallory.auth.updateUser({ email: 'victim@example.org' })).error).toBeNull();

  await expect.poll(async () => (await readOutbox(backend)).map(({ to }) => to)).toEqual(['victim@example.org']);
  expect((await mallory.auth.getUser()).data.user?.email).toBe('mallory@example.org');

  const token_hash = (await readLink(backend)).searchParams.get('token_hash') ?? '';
  expect((await client(backend).auth.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull();
  expect((await mallory.auth.getUser()).data.user?.email).toBe('victim@example.org');
});

test('a session is renewed with its refresh token and ended by signing out', async () => {
  const ada = client(await start({ tokenLifetime: 60 }));
  const { data } = await ada.auth.signUp({ email: 'ada@example.org', password });
  const renewed = await ada.auth.refreshSession();
  expect(renewed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
  expect((await ada.auth.signOut()).error).toBeNull();
  const late = await ada.auth.refreshSession({ refresh_token: renewed.data.session?.refresh_token ?? '' });
  expect(late.error).not.toBeNull();
});

test('passwords, sign-ups, mails and codes have a limited number of tries', async () => {
  const limit = { count: 2, seconds: 600 };
  const backend = await start({ authLimits: { signIn: limit, signUp: limit, mail: limit, verify: limit } });
  const ada = client(backend);
  const endpoints = {
    signUp: (n: number) => ada.auth.signUp({ email: `new${n}@example.org`, password }),
    signIn: () => ada.auth.signInWithPassword({ email: 'ada@example.org', password: 'wrong horse' }),
    recover: () => ada.auth.resetPasswordForEmail('ada@example.org'),
    verify: () => ada.auth.verifyOtp({ type: 'recovery', token_hash: 'guess' }),
  };
  for (const [endpoint, open] of Object.entries(endpoints)) {
    const errors = [await open(1), await open(2), await open(3)].map(({ error }) => error);
    expect(
      errors.slice(0, 2).map((error) => error?.status),
      endpoint,
    ).not.toContain(429);
    expect(errors[2], endpoint).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  }
});
