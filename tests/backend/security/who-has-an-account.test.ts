/**
 * Nobody learns who has an account, neither from a response nor from its time. The slow work is the same for everybody.
 * These tests count that work, and `npm run bench:auth-times` measures the times.
 */
import bcrypt from 'bcryptjs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callAuth, signInPath } from '../../support/auth-calls.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { countMails, readLink } from '../../support/mailbox.ts';

// Other tests hash at a lower cost (vite.config.ts).
vi.stubEnv('LITE_AUTH_BCRYPT_COST', '10');

const password = 'correct horse battery';
const known = 'known@example.org';
const unconfirmed = 'unconfirmed@example.org';
const passwordless = 'passwordless@example.org';
const logged: string[] = [];

let mailServer: MailServer;
let backend: TestBackend;

const openLink = async (email: string, seen = 0) => {
  const link = new URL(await readLink(mailServer, email, seen));
  const [type, token_hash] = [link.searchParams.get('type'), link.searchParams.get('token_hash')];
  return (await callAuth(backend, 'verify', { type, token_hash })).status;
};

beforeAll(async () => {
  mailServer = await startMailServer();
  backend = await startTestBackend({
    smtpUrl: mailServer.url,
    log: (event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
  });
  for (const email of [known, unconfirmed, passwordless]) await callAuth(backend, 'signup', { email, password });
  await openLink(known);
  await openLink(passwordless);
  await backend.sql`update auth.users set encrypted_password = null where email = ${passwordless}`;
}, 60_000);
afterEach(() => {
  vi.restoreAllMocks();
  mailServer.refusing = false;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await backend.stop();
  await mailServer.stop();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test.each([known, unconfirmed, passwordless, 'unknown@example.org'])(
  'a wrong password for %s is compared once, and answered alike',
  async (email) => {
    const compare = vi.spyOn(bcrypt, 'compare');
    const { status, body } = await callAuth(backend, signInPath, { email, password: 'wrong horse' });
    expect([status, body]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    ]);
    expect(compare).toHaveBeenCalledTimes(1);
    expect(compare.mock.calls[0]?.[1], 'at the cost of a real one').toMatch(/^\$2b\$10\$/);
  },
);

test('a user who knows the password of an unconfirmed address learns what is missing', async () => {
  const { status, body } = await callAuth(backend, signInPath, { email: unconfirmed, password });
  expect([status, body.error_code]).toEqual([400, 'email_not_confirmed']);
});

test.each([7, null, '', {}])('a value that is no password is answered alike: %j', async (given) => {
  const answers = [];
  for (const email of [known, unconfirmed, 'unknown@example.org'])
    answers.push(await callAuth(backend, signInPath, { email, password: given }));
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(400);
});

test.each([known, unconfirmed, 'new@example.org'])('signing up with %s hashes one password', async (email) => {
  const hash = vi.spyOn(bcrypt, 'hash');
  expect((await callAuth(backend, 'signup', { email, password })).status).toBe(200);
  expect(hash).toHaveBeenCalledTimes(1);
  expect(hash.mock.calls[0]?.[1]).toBe(10);
});

test.each([
  ['recover', {}],
  ['resend', { type: 'signup' }],
  ['resend', { type: 'email_change' }],
])('%s %j is answered before any work, and the same for everybody', async (endpoint, more) => {
  const answers = [];
  for (const email of [known, unconfirmed, 'unknown@example.org'])
    answers.push(await callAuth(backend, endpoint, { email, ...more }));
  expect(answers).toEqual(answers.map(() => ({ status: 200, retryAfter: null, body: {} })));
});

test('too many requests are answered alike, because mails count for every named address', async () => {
  const limited = await startTestBackend({
    smtpUrl: mailServer.url,
    authLimits: { mail: { count: 2, seconds: 600 } },
  });
  await callAuth(limited, 'signup', { email: 'taken@example.org', password });
  const statuses = [];
  for (const email of ['taken@example.org', 'free@example.org']) {
    await limited.sql`delete from auth.users where email = 'free@example.org'`;
    const of = [];
    for (let n = 0; n < 3; n += 1) of.push((await callAuth(limited, 'signup', { email, password })).status);
    statuses.push(of.join());
  }
  // The first request of `taken` was above.
  expect(statuses).toEqual(['200,429,429', '200,200,429']);
  await limited.stop();
}, 30_000);

test('/otp and /magiclink, which no screen uses, send nothing and make no user', async () => {
  const [count] = await backend.sql`select count(*)::int as users from auth.users`;
  const mails = mailServer.mails.length;
  for (const endpoint of ['otp', 'magiclink'])
    for (const email of [known, 'nobody@example.org']) {
      const { status, body } = await callAuth(backend, endpoint, { email, create_user: true });
      expect([status, body.error_code]).toEqual([422, 'otp_disabled']);
    }
  await wait(1500);
  expect(mailServer.mails.length).toBe(mails);
  expect(await backend.sql`select count(*)::int as users from auth.users`).toEqual([count]);
});

test('while the mail server refuses, sign-up answers as usual, and the lost mail can be asked for again', async () => {
  const email = 'outage@example.org';
  mailServer.refusing = true;
  expect((await callAuth(backend, 'signup', { email, password })).status).toBe(200);
  await expect.poll(() => logged.filter((line) => line.includes('mail.lost')).length, { timeout: 10_000 }).toBe(1);
  expect(logged.join(), 'the log names nobody').not.toContain(email);
  mailServer.refusing = false;
  expect((await callAuth(backend, 'resend', { email, type: 'signup' })).status).toBe(200);
  expect(await openLink(email)).toBe(200);
}, 30_000);

test('a mail that was asked for is sent before the backend ends', async () => {
  const stopped = await startTestBackend({ smtpUrl: mailServer.url });
  const email = 'last@example.org';
  await callAuth(stopped, 'signup', { email, password });
  await readLink(mailServer, email);
  const seen = countMails(mailServer, email);
  expect((await callAuth(stopped, 'recover', { email })).status).toBe(200);
  await stopped.stop();
  expect(countMails(mailServer, email)).toBe(seen + 1);
}, 30_000);

test('a database failure shows in the response and is not hidden behind it', async () => {
  const ill = await startTestBackend({ smtpUrl: mailServer.url });
  await ill.sql`alter table auth.users rename to lost`;
  expect((await callAuth(ill, 'recover', { email: known })).status).toBe(500);
  await ill.stop();
}, 30_000);
