// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { rememberAddress, rememberNextPlace, takeNextPlace } from './next-place.ts';

const manageAccess = '/settings?tab=manageAccess';
const home = '/';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('without a named or remembered place a sign-in leads to the main page', () => {
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('a place is remembered for one sign-in', () => {
  rememberNextPlace('manageAccess');
  expect(takeNextPlace(undefined)).toEqual(manageAccess);
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('a named place also clears the remembered one', () => {
  rememberNextPlace('manageAccess');
  expect(takeNextPlace('manageAccess')).toEqual(manageAccess);
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('a place is remembered for one hour', () => {
  rememberNextPlace('manageAccess', 0);
  expect(takeNextPlace(undefined, 3_600_000)).toEqual(home);
});

test.each(['https://evil.example 9999999999999', '//evil.example 9999999999999', 'manageAccess', ''])(
  'an invalid stored place leads home: %s',
  (kept) => {
    localStorage.setItem('carryover-next-place', kept);
    expect(takeNextPlace(undefined)).toEqual(home);
  },
);

test('the sign-in page itself leads home', () => {
  rememberAddress('/auth?tab=signup');
  expect(takeNextPlace(undefined)).toBe(home);
});

test('an address is remembered for one sign-in, and for an hour', () => {
  rememberAddress('/settings?tab=budget&budgetId=1');
  expect(takeNextPlace(undefined)).toBe('/settings?tab=budget&budgetId=1');
  expect(takeNextPlace(undefined)).toBe(home);
  rememberAddress('/settings', 0);
  expect(takeNextPlace(undefined, 3_600_000)).toBe(home);
});

test('of several remembered places the last one counts', () => {
  rememberNextPlace('manageAccess', 1000);
  rememberAddress('/settings', 2000);
  expect(takeNextPlace(undefined, 3000)).toBe('/settings');
  rememberAddress('/settings', 1000);
  rememberNextPlace('manageAccess', 2000);
  expect(takeNextPlace(undefined, 3000)).toBe(manageAccess);
});

test('a named place wins over a remembered address', () => {
  rememberAddress('/settings');
  expect(takeNextPlace('manageAccess')).toBe(manageAccess);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
])('an address of another origin leads home: %j', (address) => {
  rememberAddress(address);
  expect(takeNextPlace(undefined)).toBe(home);
});
