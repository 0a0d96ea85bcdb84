// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { rememberNextPlace, takeNextPlace } from './next-place.ts';

const manageAccess = { to: '/settings', search: { tab: 'manageAccess' } };
const home = { to: '/' };

beforeEach(() => localStorage.clear());

test('without anything named or remembered a sign-in leads to the main page', () => {
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('a place is remembered for one sign-in', () => {
  rememberNextPlace('manageAccess');
  expect(takeNextPlace(undefined)).toEqual(manageAccess);
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('what was remembered is forgotten when the place is named too', () => {
  rememberNextPlace('manageAccess');
  expect(takeNextPlace('manageAccess')).toEqual(manageAccess);
  expect(takeNextPlace(undefined)).toEqual(home);
});

test('after an hour the place is remembered no longer', () => {
  rememberNextPlace('manageAccess', 0);
  expect(takeNextPlace(undefined, 3_600_000)).toEqual(home);
});

test.each(['https://evil.example 9999999999999', '//evil.example 9999999999999', 'manageAccess', ''])(
  'something else in its place leads home: %s',
  (kept) => {
    localStorage.setItem('carryover-next-place', kept);
    expect(takeNextPlace(undefined)).toEqual(home);
  },
);
