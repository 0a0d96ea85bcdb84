/** The link of a mail is a way in. Nobody guesses one, and trying to guess locks nobody out. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAuth, readToken, signInPath, signUpConfirmed } from '../../support/auth-calls.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';

const password = 'correct horse battery';
const limit = { count: 3, seconds: 600 };
const logged: string[] = [];

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({
    publicUrl: 'https://money.example.org',
    authLimits: { verify: limit, verifyEverywhere: { count: 10, seconds: 600 }, functions: limit, signIn: limit },
    log: (event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
  });
}, 60_000);
afterAll(() => backend.stop());

const guess = (from: string) => callAuth(backend, 'verify', { type: 'recovery', token_hash: '00'.repeat(32) }, from);

async function statusesOf(calls: (() => Promise<{ status: number }>)[]): Promise<number[]> {
  const statuses = [];
  for (const call of calls) statuses.push((await call()).status);
  return statuses;
}

test('no link has a token made of six digits', async () => {
  const email = 'digits@example.org';
  await callAuth(backend, 'signup', { email, password }, '192.0.2.10');
  const token = await readToken(backend, email);
  let found = false;
  for (let code = 0; code < 1_000_000 && !found; code += 1) {
    const digits = String(code).padStart(6, '0');
    found =
      createHash('sha256')
        .update(email + digits)
        .digest('hex') === token;
  }
  expect(found).toBe(false);
}, 60_000);

test.each([
  ['an e-mail and a code', { type: 'signup', email: 'digits@example.org', token: '123456' }],
  ['a code beside a token', { type: 'recovery', token_hash: 'guess', token: '123456' }],
  ['an e-mail beside a token', { type: 'recovery', token_hash: 'guess', email: 'digits@example.org' }],
  ['a telephone number and a code', { type: 'sms', phone: '123', token: '123456' }],
])('%s opens nothing, and does not count as a guess', async (_, body) => {
  for (let n = 0; n <= limit.count; n += 1) {
    const { status, body: problem } = await callAuth(backend, 'verify', body, '192.0.2.11');
    expect([status, problem.error_code]).toEqual([400, 'validation_failed']);
  }
});

test('guesses from one /64 are counted together; another /64 is not refused', async () => {
  const from = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0db8:0001:0002:1:2:3:4', '2001:db8:1:2::9'];
  expect(await statusesOf(from.map((address) => () => guess(address)))).toEqual([403, 403, 403, 429]);
  expect((await guess('2001:db8:1:3::1')).status).toBe(403);
});

test('an IPv4 address counts alone, in either form', async () => {
  const from = ['192.0.2.20', '::ffff:192.0.2.20', '::ffff:c000:214', '192.0.2.20'];
  expect(await statusesOf(from.map((address) => () => guess(address)))).toEqual([403, 403, 403, 429]);
  expect((await guess('::ffff:192.0.2.21')).status).toBe(403);
});

test('every other endpoint that counts addresses counts a /64, too', async () => {
  const of = (n: number) => `2001:db8:7:7::${n}`;
  const signIns = [1, 2, 3, 4].map(
    (n) => () => callAuth(backend, signInPath, { email: `nobody${n}@example.org`, password }, of(n)),
  );
  expect(await statusesOf(signIns)).toEqual([400, 400, 400, 429]);
  const functions = [1, 2, 3, 4].map((n) => () => {
    const headers = { apikey: backend.anonKey, 'x-forwarded-for': of(n) };
    return fetch(`${backend.url}/functions/v1/send-invitation`, { method: 'POST', headers, body: '{}' });
  });
  expect((await statusesOf(functions)).map((status) => status === 429)).toEqual([false, false, false, true]);
});

test('a refusal says in words how long to wait', async () => {
  const from = '192.0.2.30';
  for (let n = 0; n < limit.count; n += 1) await guess(from);
  const { status, retryAfter, body } = await guess(from);
  expect([status, body.error_code]).toEqual([429, 'over_request_rate_limit']);
  expect(Number(retryAfter)).toBeGreaterThan(limit.seconds - 60);
  expect(body.msg).toBe('Too many attempts from this network. Try again in 10 minutes.');
});

test('links that open do not count, so a house full of people behind one address gets in', async () => {
  const from = '192.0.2.40';
  for (let n = 0; n < limit.count + 2; n += 1) {
    const email = `house${n}@example.org`;
    await callAuth(backend, 'signup', { email, password }, '192.0.2.41');
    const token_hash = await readToken(backend, email);
    expect((await callAuth(backend, 'verify', { type: 'signup', token_hash }, from)).status, email).toBe(200);
  }
});

test('many guesses from all networks together are logged, and nobody is refused for them', async () => {
  for (let n = 1; n <= 15; n += 1) await guess(`192.0.3.${n}`);
  expect(logged.filter((line) => line.includes('auth.guessing'))).toEqual([
    JSON.stringify({ event: 'auth.guessing', door: 'verify', seconds: 600 }),
  ]);
  const email = 'honest@example.org';
  await callAuth(backend, 'signup', { email, password }, '192.0.2.50');
  const token_hash = await readToken(backend, email);
  expect((await callAuth(backend, 'verify', { type: 'signup', token_hash }, '192.0.2.50')).status).toBe(200);
});

test('links that v0.1.0 mailed open nothing after the upgrade, and people can ask for a new one', async () => {
  const dataDir = await makeDataDir();
  const old = join(dataDir, 'migrations-of-v0.1.0');
  const folder = fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url));
  mkdirSync(old);
  for (const name of readdirSync(folder).filter((one) => one < '20261122')) cpSync(join(folder, name), join(old, name));
  const options = { dataDir, publicUrl: 'https://money.example.org' };
  const before = await startTestBackend({ ...options, migrationsDir: old });
  const email = 'before@example.org';
  await signUpConfirmed(before, email, password);
  await callAuth(before, 'recover', { email });
  const token_hash = await readToken(before, email, 1);
  await before.stop();
  rmSync(old, { recursive: true });

  const after = await startTestBackend(options);
  const late = await callAuth(after, 'verify', { type: 'recovery', token_hash });
  expect([late.status, late.body.error_code]).toEqual([403, 'otp_expired']);
  await callAuth(after, 'recover', { email });
  const fresh = await readToken(after, email, 2);
  expect((await callAuth(after, 'verify', { type: 'recovery', token_hash: fresh })).status).toBe(200);
  await after.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);
