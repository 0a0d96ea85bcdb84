import { expect, test } from 'vitest';
import { authLimitOf, createRateLimiter } from './rate-limit.ts';

const limit = { count: 2, seconds: 60 };

test('the third try in a window waits for its end, then there is room again', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const take = () => limiter.take('signIn', '192.0.2.1', limit);
  expect([take(), take()]).toEqual([0, 0]);
  now = 20_500;
  expect(take()).toBe(40);
  now = 60_000;
  expect(take()).toBe(0);
});

test('addresses and doors are counted apart', () => {
  const limiter = createRateLimiter(() => 0);
  limiter.take('signIn', 'one', limit);
  limiter.take('signIn', 'one', limit);
  expect(limiter.take('signIn', 'one', limit)).toBeGreaterThan(0);
  expect(limiter.take('signIn', 'two', limit)).toBe(0);
  expect(limiter.take('signUp', 'one', limit)).toBe(0);
});

test('remembers no more than it may, however many addresses come', () => {
  const limiter = createRateLimiter(() => 0);
  limiter.take('signIn', 'first', { count: 1, seconds: 60 });
  for (let n = 0; n < 50_000; n += 1) limiter.take('signIn', `address ${n}`, limit);
  expect(limiter.take('signIn', 'first', { count: 1, seconds: 60 })).toBe(0);
});

test.each([
  ['POST', '/auth/v1/token', '?grant_type=password', 'signIn'],
  ['POST', '/auth/v1/token', '?grant_type=refresh_token', 'refresh'],
  ['POST', '/auth/v1/token', '?grant_type=pkce', 'signIn'],
  ['POST', '/auth/v1/token', '?x=?grant_type=password&grant_type=refresh_token', 'signIn'],
  ['POST', '/auth/v1/signup', '', 'signUp'],
  ['POST', '/auth/v1/recover', '', 'mail'],
  ['POST', '/auth/v1/otp', '', 'mail'],
  ['POST', '/auth/v1/resend', '', 'mail'],
  ['PUT', '/auth/v1/user', '', 'mail'],
  ['GET', '/auth/v1/user', '', null],
  ['POST', '/auth/v1/verify', '', 'verify'],
  ['GET', '/auth/v1/verify', '', 'verify'],
  ['GET', '/auth/v1/authorize', '?provider=github', 'signIn'],
  ['GET', '/auth/v1/callback', '?code=guess', 'verify'],
  ['OPTIONS', '/auth/v1/token', '?grant_type=password', null],
  ['GET', '/auth/v1/settings', '', null],
] as const)('%s %s%s falls under %s', (method, path, search, expected) => {
  expect(authLimitOf(method, path, search)).toBe(expected);
});
