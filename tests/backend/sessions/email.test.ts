/** A change of the e-mail address is confirmed by both mailboxes. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { countMails, readLink } from '../../support/mailbox.ts';

const password = 'correct horse battery';
let mailServer: MailServer;
let backend: TestBackend;
let client: SupabaseClient;
let before: string;
let after: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  backend = await startTestBackend({ smtpUrl: mailServer.url });
}, 60_000);
beforeEach(async () => {
  before = `${crypto.randomUUID()}@old.example.org`;
  after = `${crypto.randomUUID()}@new.example.org`;
  client = connect();
  await client.auth.signUp({ email: before, password });
  await client.auth.verifyOtp({ type: 'signup', token_hash: await tokenFor(before) });
});
afterAll(async () => {
  await backend.stop();
  await mailServer.stop();
});

function connect(): SupabaseClient {
  return createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function tokenFor(email: string, seen = 0): Promise<string> {
  return new URL(await readLink(mailServer, email, seen)).searchParams.get('token_hash') ?? '';
}

/** Asks for a change now. Returns both links: the old mailbox's and the new one's. */
async function askFor(email: string): Promise<[string, string]> {
  const seen = { before: countMails(mailServer, before), after: countMails(mailServer, email) };
  const { error } = await client.auth.updateUser({ email });
  if (error) throw error;
  return [await tokenFor(before, seen.before), await tokenFor(email, seen.after)];
}

/** Opens a link as somebody who is not signed in. */
const open = (token_hash: string) => connect().auth.verifyOtp({ type: 'email_change', token_hash });
const codeOf = async (token_hash: string) => (await open(token_hash)).error?.code;
const address = async () => (await client.auth.getUser()).data.user?.email;

test.each([
  ['old', 'new'],
  ['new', 'old'],
])('the address changes when the %s mailbox has confirmed and then the %s one', async (first) => {
  const [old, fresh] = await askFor(after);
  const [one, other] = first === 'old' ? [old, fresh] : [fresh, old];
  const half = await open(one);
  expect(half.error).toBeNull();
  expect(half.data.session).toBeNull();
  expect(await address()).toBe(before);
  expect(await codeOf(one), 'a link is good once').toBe('otp_expired');
  expect(await address()).toBe(before);
  const whole = await open(other);
  expect(whole.data.session?.user.email).toBe(after);
  expect(await address()).toBe(after);
  expect([await codeOf(one), await codeOf(other)]).toEqual(['otp_expired', 'otp_expired']);
  expect((await connect().auth.signInWithPassword({ email: after, password })).error).toBeNull();
});

test('a second request replaces the first, even a half-confirmed one', async () => {
  const [old, fresh] = await askFor(after);
  await open(fresh);
  const elsewhere = `${crypto.randomUUID()}@new.example.org`;
  const [secondOld, secondFresh] = await askFor(elsewhere);
  expect([await codeOf(old), await codeOf(fresh)]).toEqual(['otp_expired', 'otp_expired']);
  await open(secondOld);
  expect((await open(secondFresh)).error).toBeNull();
  expect(await address()).toBe(elsewhere);
});

test('the links are good for an hour', async () => {
  const [old, fresh] = await askFor(after);
  await open(old);
  await backend.sql`update auth.users set email_change_sent_at = now() - interval '61 minutes' where email = ${before}`;
  expect(await codeOf(fresh)).toBe('otp_expired');
  expect(await address()).toBe(before);
});

test('the old mailbox reads the new address and how to stop the change, and names are text', async () => {
  const seen = countMails(mailServer, before);
  await client.auth.updateUser({ email: `a&b'${after}` });
  await tokenFor(before, seen);
  const mail = mailServer.mails.findLast(({ recipients }) => recipients.includes(before));
  const text = (mail?.message ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  expect(text).toContain(`a&#38;b&#39;${after}`);
  expect(text).toMatch(/choose a new password/);
});

test('no other endpoint finishes a change that only one mailbox, or none, has confirmed', async () => {
  const [old, fresh] = await askFor(after);
  const [user] = await backend.sql`select email_change_token_new as n, email_change_token_current as c
    from auth.users where email = ${before}`;
  for (const token of [old, fresh, user?.n, user?.c]) {
    const query = new URLSearchParams({ type: 'email_change', token });
    await fetch(`${backend.url}/auth/v1/verify?${query}`, { headers: { apikey: backend.anonKey }, redirect: 'manual' });
    for (const type of ['recovery', 'magiclink', 'signup', 'reauthentication']) {
      const headers = { apikey: backend.anonKey, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ type, token_hash: token });
      await fetch(`${backend.url}/auth/v1/verify`, { method: 'POST', headers, body });
    }
  }
  expect(await codeOf(user?.n)).toBe('otp_expired');
  expect(await codeOf(user?.c)).toBe('otp_expired');
  expect(await address()).toBe(before);
});

test('a change that v0.1.0 began is not finished by one mailbox', async () => {
  await askFor(after);
  const token = 'ab'.repeat(32);
  await backend.sql`update auth.users set email_change_token_new = ${token}, email_change_token_current = null
    where email = ${before}`;
  expect(await codeOf(token)).toBe('otp_expired');
  expect(await address()).toBe(before);
});

test('after a finished change, the next one waits for the old mailbox from its first moment', async () => {
  const [old, fresh] = await askFor(after);
  await open(old);
  await open(fresh);
  // The auth library leaves this when it mails the new mailbox, before the old one is asked.
  const token = 'cd'.repeat(32);
  await backend.sql`update auth.users set email_change = ${before}, email_change_token_new = ${token},
    email_change_sent_at = now() where email = ${after}`;
  expect(await codeOf(token)).toBe('otp_expired');
  expect(await address()).toBe(after);
});

test('an address that somebody else took before the second link stays theirs', async () => {
  const [old, fresh] = await askFor(after);
  await open(old);
  const other = connect();
  await other.auth.signUp({ email: after, password });
  expect(await codeOf(fresh)).toBe('email_exists');
  expect(await address()).toBe(before);
});

test('nothing begins when the old mailbox cannot be reached', async () => {
  mailServer.refusing = true;
  const { error } = await client.auth.updateUser({ email: after });
  mailServer.refusing = false;
  expect(error).not.toBeNull();
  expect(await backend.sql`select from auth.users where email_change = ${after}`).toEqual([]);
});

test('an account without a confirmed address asks the new mailbox alone', async () => {
  await backend.sql`update auth.users set email_confirmed_at = null where email = ${before}`;
  const seen = countMails(mailServer, before);
  expect((await client.auth.updateUser({ email: after })).error).toBeNull();
  expect((await open(await tokenFor(after))).data.session?.user.email).toBe(after);
  expect(countMails(mailServer, before)).toBe(seen);
});
