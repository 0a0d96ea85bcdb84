/** Whoever changes their own address learns nothing of who has an account, and the known mailbox hears of it. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { countMails, readLink } from '../../support/mailbox.ts';

const password = 'correct horse battery';
const known = 'known@example.org';

let mailServer: MailServer;
let backend: TestBackend;
let email: string;
let client: SupabaseClient;

beforeAll(async () => {
  mailServer = await startMailServer();
  backend = await startTestBackend({ smtpUrl: mailServer.url, authLimits: { mail: { count: 1000, seconds: 600 } } });
  await enter(known);
}, 60_000);
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  client = await enter(email);
});
afterAll(async () => {
  await backend.stop();
  await mailServer.stop();
});

const connect = () =>
  createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function tokenFor(address: string, seen = 0): Promise<string> {
  return new URL(await readLink(mailServer, address, seen)).searchParams.get('token_hash') ?? '';
}

async function enter(address: string): Promise<SupabaseClient> {
  const one = connect();
  await one.auth.signUp({ email: address, password });
  await one.auth.verifyOtp({ type: 'signup', token_hash: await tokenFor(address) });
  return one;
}

const open = async (token_hash: string) => {
  const { data, error } = await connect().auth.verifyOtp({ type: 'email_change', token_hash });
  return error?.code ?? (data.session ? 'signed in' : 'half');
};

/** What is the same about a user whatever their address is. */
const shapeOf = (user: object) =>
  Object.fromEntries(
    Object.entries(user).map(([name, value]) => [name, /_at$|^id$|^identities$/.test(name) ? typeof value : value]),
  );

test('a change to a known address is answered, and shown afterwards, like one to an unknown one', async () => {
  const seen = [];
  for (const address of [known, `${crypto.randomUUID()}@example.org`]) {
    const changed = await client.auth.updateUser({ email: address });
    const now = await client.auth.getUser();
    const shapes = [changed, now].map(({ data, error }) => ({
      error,
      user: shapeOf({ ...data.user, new_email: data.user?.new_email === address }),
    }));
    seen.push(shapes);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.[0]).toMatchObject({ error: null, user: { new_email: true, email } });
});

test('the known mailbox is told, and gets no link; the old one is asked as always', async () => {
  const before = [countMails(mailServer, known), countMails(mailServer, email)];
  await client.auth.updateUser({ email: known });
  await expect.poll(() => countMails(mailServer, known)).toBe((before[0] ?? 0) + 1);
  const mail = mailServer.mails.findLast(({ recipients }) => recipients.includes(known));
  expect(mail?.message).toContain('Subject: Somebody wanted to use your e-mail address');
  expect(mail?.message).not.toMatch(/token|href/);
  expect(mail?.message).not.toContain(email);
  expect(await open(await tokenFor(email, before[1]))).toBe('half');
});

test('the link in the old mailbox tells no more, and nothing changes', async () => {
  const outcomes = [];
  for (const address of [known, `${crypto.randomUUID()}@example.org`]) {
    const seen = countMails(mailServer, email);
    await client.auth.updateUser({ email: address });
    const token = await tokenFor(email, seen);
    outcomes.push([await open(token), await open(token)]);
  }
  expect(outcomes).toEqual([
    ['half', 'otp_expired'],
    ['half', 'otp_expired'],
  ]);
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect((await connect().auth.signInWithPassword({ email: known, password })).error).toBeNull();
});

test('what else the request changes is changed alike, or refused alike', async () => {
  const answers = [];
  for (const address of [known, `${crypto.randomUUID()}@example.org`]) {
    const weak = await client.auth.updateUser({ email: address, password: 'x' });
    const waiting = (await client.auth.getUser()).data.user?.new_email;
    const both = await client.auth.updateUser({ email: address, data: { seen: address.length } });
    answers.push([weak.error?.code, waiting, both.data.user?.user_metadata.seen === address.length]);
    await backend.sql`update auth.users set email_change = null where email = ${email}`;
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual(['weak_password', undefined, true]);
});

test('one’s own address is nobody else’s', async () => {
  const seen = countMails(mailServer, email);
  expect((await client.auth.updateUser({ email })).error).toBeNull();
  expect(countMails(mailServer, email)).toBe(seen);
});
