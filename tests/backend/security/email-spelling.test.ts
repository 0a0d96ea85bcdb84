/** One mailbox, one account: an e-mail has one spelling at every endpoint that takes one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callAuth, signInPath, signUpConfirmed } from '../../support/auth-calls.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
const limit = { count: 40, seconds: 600 };

let backend: TestBackend;
let before: number;

const countUsers = async () => (await backend.sql`select from auth.users`).length;

beforeAll(async () => {
  backend = await startTestBackend({ publicUrl: 'https://money.example.org', authLimits: { signIn: limit } });
  await signUpConfirmed(backend, 'victim@example.org', password);
}, 60_000);
beforeEach(async () => {
  before = await countUsers();
});
afterAll(() => backend.stop());

const spellings = [
  'x<victim@example.org>',
  'Victim <victim@example.org>',
  'victim(x)@example.org',
  'x@example.org,victim@example.org',
  'victim@example.org.',
  'victim@ｅxample.org',
  'vic\u200btim@example.org',
  7,
  ['victim@example.org'],
];
const endpoints = [signInPath, 'signup', 'otp', 'magiclink', 'recover', 'resend', 'invite', 'admin/users'];

test.each(endpoints)('%s refuses every other spelling, and makes no user', async (endpoint) => {
  for (const email of spellings) {
    const { status, body } = await callAuth(backend, endpoint, { email, password, type: 'signup' });
    expect([status, body.error_code], String(email)).toEqual([400, 'validation_failed']);
  }
  expect(await countUsers()).toBe(before);
});

test('an e-mail that is refused is not counted', async () => {
  const from = '192.0.2.70';
  for (let n = 0; n <= limit.count; n += 1)
    await callAuth(backend, signInPath, { email: 'x<victim@example.org>', password }, from);
  expect((await callAuth(backend, signInPath, { email: 'victim@example.org', password }, from)).status).toBe(200);
});

test('a user cannot change to another spelling of somebody’s address', async () => {
  const email = 'mallory@example.org';
  await signUpConfirmed(backend, email, password);
  const { body } = await callAuth(backend, signInPath, { email, password });
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: backend.anonKey, authorization: `Bearer ${body.access_token}` },
    body: JSON.stringify({ email: 'x<victim@example.org>' }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }]);
});

test('capitals and surrounding spaces are the same address, and sign in', async () => {
  const { status } = await callAuth(backend, signInPath, { email: ' Victim@Example.org ', password });
  expect(status).toBe(200);
});

test.each([
  ['a mark of its byte order before it', `\ufeff${JSON.stringify({ email: 'x<victim@example.org>', password })}`],
  ['an end too many', `${JSON.stringify({ email: 'victim@example.org', password })}}`],
  ['a list', JSON.stringify(['victim@example.org'])],
  ['nothing', 'null'],
])('a body that only one reader understands is refused: %s', async (_, body) => {
  const { status, body: problem } = await callAuth(backend, 'signup', body);
  expect([status, problem.error_code]).toEqual([400, 'bad_json']);
  expect(await countUsers()).toBe(before);
});
