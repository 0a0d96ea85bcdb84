import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { InvalidJwt, verifyJwt } from './jwt.ts';

const secret = 'a secret of this test that is long enough';

function sign(claims: object, header: object = { alg: 'HS256', typ: 'JWT' }, key = secret): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

function refusal(token: string, now?: number): string | null {
  try {
    verifyJwt(token, secret, now);
    return null;
  } catch (error) {
    if (error instanceof InvalidJwt) return error.reason;
    throw error;
  }
}

test('a good token gives back all its claims', () => {
  const claims = { role: 'authenticated', sub: 'someone', exp: 2_000, session_id: 's' };
  expect(verifyJwt(sign(claims), secret, 1_999_999)).toEqual(claims);
});

test('a token is good up to its last second and not after it', () => {
  const token = sign({ role: 'anon', exp: 2_000 });
  expect(refusal(token, 1_999_999)).toBeNull();
  expect(refusal(token, 2_000_000)).toBe('expired');
});

test('another secret, another algorithm, and none at all are refused', () => {
  expect(refusal(sign({ role: 'anon' }, { alg: 'HS256' }, 'another secret'))).toBe('signature');
  expect(refusal(sign({ role: 'anon' }, { alg: 'none' }))).toBe('malformed');
  expect(refusal(sign({ role: 'anon' }).replace(/[^.]+$/, ''))).toBe('signature');
});

test('a token whose claims changed after signing is refused', () => {
  const [head, , signature] = sign({ role: 'anon' }).split('.');
  const body = Buffer.from(JSON.stringify({ role: 'service_role' })).toString('base64url');
  expect(refusal(`${head}.${body}.${signature}`)).toBe('signature');
});

test('a token with a role that the API does not have is refused', () => {
  expect(refusal(sign({ role: 'supabase_admin' }))).toBe('malformed');
  expect(refusal(sign({ sub: 'someone' }))).toBe('malformed');
});

test.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..'])('nonsense is refused: %j', (text) => {
  expect(refusal(text)).toBe('malformed');
});
