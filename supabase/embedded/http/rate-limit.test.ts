import { expect, test } from 'vitest';
import { authLimitOf, defaultAuthLimits, scaleLimits } from './rate-limit.ts';

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
  expect(authLimitOf(method, path, search, 'ada@example.org')).toBe(expected);
});

test('a change of one’s own data is a mail only if it changes the e-mail', () => {
  expect(authLimitOf('PUT', '/auth/v1/user', '', null)).toBeNull();
});

test('a factor multiplies every limit, leaves its time, and leaves the defaults as they are', () => {
  const doubled = scaleLimits(2);
  expect(Object.keys(doubled)).toEqual(Object.keys(defaultAuthLimits));
  expect(Object.values(doubled)).toEqual(
    Object.values(defaultAuthLimits).map(({ count, seconds }) => ({ count: count * 2, seconds })),
  );
  expect(doubled.mail.count).toBe(20);
  expect(Object.values(scaleLimits(0.000_1)).map(({ count }) => count)).toEqual(Object.keys(doubled).map(() => 1));
});
