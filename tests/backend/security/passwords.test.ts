/** Guessing passwords slows down the guesser, from one network or from many. It never locks out the account's owner. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAuth, signInPath, signUpConfirmed } from '../../support/auth-calls.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const right = 'correct horse battery';
const seconds = 600;
const logged: string[] = [];

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({
    publicUrl: 'https://money.example.org',
    authLimits: {
      signIn: { count: 6, seconds },
      password: { count: 4, seconds },
      passwordEverywhere: { count: 12, seconds },
    },
    log: (event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
  });
}, 60_000);
afterAll(() => backend.stop());

const signIn = async (email: string, password: string, from: string) =>
  (await callAuth(backend, signInPath, { email, password }, from)).status;

async function guess(email: string, from: string, times: number): Promise<number[]> {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push(await signIn(email, `guess ${n}`, from));
  return statuses;
}

test('a guesser is refused, and the owner still signs in from another network', async () => {
  const email = 'owner@example.org';
  await signUpConfirmed(backend, email, right);
  expect(await guess(email, '192.0.2.1', 6)).toEqual([400, 400, 400, 400, 429, 429]);
  expect(await signIn(email, right, '192.0.2.1'), 'not even the right one, so that nobody learns it').toBe(429);
  expect(await signIn(email, right, '192.0.2.2')).toBe(200);
});

test('parallel guesses count like consecutive ones', async () => {
  const email = 'at-once@example.org';
  await signUpConfirmed(backend, email, right);
  const statuses = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => signIn(email, `guess ${n}`, '192.0.2.3')));
  expect(statuses.filter((status) => status === 400)).toHaveLength(4);
});

test('a session goes on where passwords are refused', async () => {
  const email = 'session@example.org';
  await signUpConfirmed(backend, email, right);
  const session = await callAuth(backend, signInPath, { email, password: right }, '192.0.2.4');
  await guess(email, '192.0.2.4', 5);
  const { refresh_token } = session.body;
  const renewed = await callAuth(backend, 'token?grant_type=refresh_token', { refresh_token }, '192.0.2.4');
  expect(renewed.status).toBe(200);
});

test('a network that guesses at many e-mails is refused, and mistyping leaves tries for others there', async () => {
  await signUpConfirmed(backend, 'neighbour@example.org', right);
  await guess('clumsy@example.org', '192.0.2.5', 8);
  expect(await signIn('neighbour@example.org', right, '192.0.2.5'), 'beside one who mistypes').toBe(200);
  await guess('first@example.org', '192.0.2.6', 3);
  await guess('second@example.org', '192.0.2.6', 3);
  expect(await signIn('third@example.org', 'guess', '192.0.2.6')).toBe(429);
});

test('the right password clears earlier mistakes, and right ones do not count', async () => {
  const email = 'mistyped@example.org';
  await signUpConfirmed(backend, email, right);
  for (let n = 0; n < 2; n += 1) {
    expect(await guess(email, '192.0.2.7', 2)).toEqual([400, 400]);
    expect(await signIn(email, right, '192.0.2.7')).toBe(200);
  }
  for (let n = 0; n < 8; n += 1) expect(await signIn(email, right, '192.0.2.7')).toBe(200);
});

test('an e-mail that many networks guess at has two tries in each new one, and all at home', async () => {
  const email = 'besieged@example.org';
  const home = '192.0.2.8';
  await signUpConfirmed(backend, email, right);
  expect(await signIn(email, right, home)).toBe(200);
  for (let n = 1; n <= 4; n += 1) await guess(email, `198.51.101.${n}`, 4);
  expect(await guess(email, '198.51.101.9', 4), 'a network that comes now').toEqual([400, 400, 429, 429]);
  expect(await signIn(email, right, '198.51.102.1'), 'the owner, somewhere else').toBe(200);
  await guess(email, home, 3);
  expect(await signIn(email, right, home), 'the owner at home').toBe(200);
  expect(logged).toContain(JSON.stringify({ event: 'auth.guessing', door: 'password', seconds }));
  expect(logged.join(), 'the log names nobody').not.toContain(email);
});

test('other spellings of the e-mail have no tries of their own', async () => {
  const spellings = ['spelled@example.org', 'Spelled@example.org', ' spelled@example.org', 'spelled@EXAMPLE.org\t'];
  for (const email of spellings) expect(await signIn(email, 'guess', '192.0.2.9')).toBe(400);
  expect(await signIn('SPELLED@example.org', 'guess', '192.0.2.9')).toBe(429);
});
