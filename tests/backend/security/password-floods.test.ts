/** Many passwords at once: few are hashed, few wait, and people in other networks still get their turn. */
import { createClient } from '@supabase/supabase-js';
import bcrypt from 'bcryptjs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../../supabase/embedded/http/limits.ts';
import { callAuth, signInPath, signUpConfirmed } from '../../support/auth-calls.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';

const right = 'correct horse battery';
const seconds = 600;
/** Wrong passwords of a network. It has ten times as many sign-ins. */
const wrongOnes = 6;
const room = limits.passwordsAtOnce.most + limits.passwordsWaiting.most;

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({
    publicUrl: 'https://money.example.org',
    authLimits: { signIn: { count: wrongOnes, seconds }, passwordEverywhere: { count: 1000, seconds } },
  });
  for (const name of ['ada', 'ben']) await signUpConfirmed(backend, `${name}@example.org`, right);
}, 60_000);
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => backend.stop());

const signIn = (email: string, password: string, from: string) =>
  callAuth(backend, signInPath, { email, password }, from);

const status = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status;

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Lets no comparison begin until it is called. Says how many have asked. */
function holdComparisons() {
  const real = bcrypt.compare;
  const held = Promise.withResolvers<void>();
  const compare = vi.spyOn(bcrypt, 'compare').mockImplementation(async (...given) => {
    await held.promise;
    return real(...given);
  });
  return { release: () => held.resolve(), begun: () => compare.mock.calls.length };
}

/** Sends guesses that take all places and wait for them, each from a network of its own. */
async function fill(prefix: string) {
  const comparisons = holdComparisons();
  const guesses = numbers(room).map((n) => status(`nobody-${n}@example.org`, 'guess', `${prefix}.${n}`));
  await expect.poll(comparisons.begun).toBe(limits.passwordsAtOnce.most);
  // The others were sent at the same moment, and wait as soon as the limits have counted them.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { guesses, ...comparisons };
}

test.each([
  ['56', (n: number) => `2001:db8:aa:${n.toString(16)}::1`, limits.triesOf56.most],
  ['48', (n: number) => `2001:db8:bb:${(n * 256).toString(16)}::1`, limits.triesOf48.most],
])('wrong passwords from many /64s of one /%s are counted together', async (_, networkOf, factor) => {
  const statuses = [];
  for (const n of numbers(wrongOnes * factor + 4))
    statuses.push(await status(`guessed-${n}@example.org`, 'guess', networkOf(n)));
  expect(statuses.filter((one) => one === 400)).toHaveLength(6 * factor);
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
  expect(await status('ada@example.org', right, '2001:db8:cc::1'), 'somebody elsewhere').toBe(200);
});

test('a /64 that tries on and on takes no tries from its neighbours', async () => {
  for (const n of numbers(40)) await status(`guessed-${n}@example.org`, 'guess', '2001:db8:dd:1::1');
  expect(await status('ada@example.org', right, '2001:db8:dd:2::1')).toBe(200);
});

test('of more passwords at once than fit, the others are refused, whether or not they name somebody', async () => {
  const { guesses, release, begun } = await fill('192.0.2');
  const refused = [];
  for (const [n, email] of ['ada@example.org', 'unknown@example.org'].entries())
    refused.push(await signIn(email, 'guess', `198.51.100.${n}`));
  const newcomers = [];
  for (const [n, email] of ['ada@example.org', 'unknown@example.org'].entries())
    newcomers.push(await callAuth(backend, 'signup', { email, password: right }, `198.51.101.${n}`));
  expect(begun(), 'compared until now').toBe(limits.passwordsAtOnce.most);
  release();
  expect(refused[0]).toMatchObject({ status: 429, retryAfter: '2', body: { error_code: 'over_request_rate_limit' } });
  expect(refused[1]).toEqual(refused[0]);
  expect(newcomers).toEqual([refused[0], refused[0]]);
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([400]));
});

test('a refusal for want of a place counts as no try, also not among the sign-ins of a network', async () => {
  const { guesses, release } = await fill('192.0.3');
  const signInsOfANetwork = 10 * wrongOnes;
  for (const _ of numbers(signInsOfANetwork)) expect(await status('ben@example.org', right, '198.51.102.1')).toBe(429);
  for (const _ of numbers(20))
    expect(
      (await callAuth(backend, 'signup', { email: 'cleo@example.org', password: right }, '198.51.103.1')).status,
    ).toBe(429);
  release();
  await Promise.all(guesses);
  expect(await status('ben@example.org', right, '198.51.102.1')).toBe(200);
  expect(
    (await callAuth(backend, 'signup', { email: 'cleo@example.org', password: right }, '198.51.103.1')).status,
  ).toBe(200);
});

test('one network that fills all places does not keep others out, and a house signs in at once', async () => {
  const comparisons = holdComparisons();
  const emails = numbers(5).map((n) => `house-${n}@example.org`);
  const flood = numbers(6).flatMap((n) =>
    numbers(6).map((m) => status(`flood-${n}-${m}@example.org`, 'guess', `2001:db8:ee:${n}::1`)),
  );
  await expect.poll(comparisons.begun).toBe(limits.passwordsAtOnce.most);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const house = emails.map((_, n) => status(n % 2 ? 'ada@example.org' : 'ben@example.org', right, '203.0.114.1'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  comparisons.release();
  expect(await Promise.all(house)).toEqual([200, 200, 200, 200, 200]);
  expect(await Promise.all(flood)).toContain(429);
});

test('a house of many people signs in at the same moment from one address', async () => {
  const house = await startTestBackend({ publicUrl: 'https://money.example.org' });
  await signUpConfirmed(house, 'ada@example.org', right);
  await house.sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    select gen_random_uuid(), 'house-' || n || '@example.org', encrypted_password, now()
    from auth.users, generate_series(1, ${room}) n`;
  const people = numbers(room).map((n) =>
    callAuth(house, signInPath, { email: `house-${n + 1}@example.org`, password: right }, '203.0.114.2'),
  );
  const statuses = (await Promise.all(people)).map((answer) => answer.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await house.stop();
});

test('somebody who sets a new password waits for a place, too', async () => {
  const session = await signIn('ada@example.org', right, '198.51.104.1');
  const { guesses, release } = await fill('192.0.4');
  const changed = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: backend.anonKey,
      authorization: `Bearer ${session.body.access_token}`,
      'content-type': 'application/json',
      'x-forwarded-for': '198.51.104.2',
    },
    body: JSON.stringify({ password: 'another horse battery', current_password: right }),
  });
  expect([changed.status, changed.headers.get('retry-after')]).toEqual([429, '2']);
  release();
  await Promise.all(guesses);
  expect(await status('ada@example.org', right, '198.51.104.3'), 'the password is as it was').toBe(200);
});

test('devices that are signed in go on meanwhile, and apps of 0.1.0 and 0.2.0 say how it is', async () => {
  const connect = () => {
    const auth = { persistSession: false, autoRefreshToken: false };
    return createClient(backend.url, backend.anonKey, {
      auth,
      global: { headers: { 'x-forwarded-for': '203.0.115.1' } },
    });
  };
  const device = connect();
  expect((await device.auth.signInWithPassword({ email: 'ben@example.org', password: right })).error).toBeNull();
  const { guesses, release } = await fill('192.0.5');
  // All releases have the same supabase-js. They know this code, and show the words.
  expect((await connect().auth.signInWithPassword({ email: 'ben@example.org', password: right })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'The server has much to do at the moment. Try again in a few seconds.',
  });
  expect((await device.auth.refreshSession()).error).toBeNull();
  expect((await device.rpc('sync_heads', {})).error).toBeNull();
  release();
  await Promise.all(guesses);
  expect((await connect().auth.signInWithPassword({ email: 'ben@example.org', password: right })).error).toBeNull();
});
