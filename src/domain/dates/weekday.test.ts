import { expect, it } from 'vitest';
import { weekdayOf } from './weekday.ts';

it('names the weekday of the day that the string names', () => {
  expect([weekdayOf('2026-03-05'), weekdayOf('1999-12-31')]).toEqual(['Thursday', 'Friday']);
});
