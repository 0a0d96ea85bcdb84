import { expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { isDate, shiftDays } from './dates.ts';
import {
  dateOfDay,
  dayInMonth,
  dayInWeek,
  dayNumber,
  lengthOfMonth,
  monthNumber,
  weekdayOf,
  weekNumber,
} from './day-numbers.ts';

test('days are counted from January 1, 1970', () => {
  expect(dayNumber('1970-01-01')).toBe(0);
  expect(dayNumber('1969-12-31')).toBe(-1);
  expect(dayNumber('2000-03-01')).toBe(11_017);
  expect(dayNumber('0099-12-31') - dayNumber('0099-12-30')).toBe(1);
  expect(dateOfDay(dayNumber('0099-12-31'))).toBe('0099-12-31');
});

test('the next number is the next date', () => {
  const days = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('9999-12-30') });
  fc.assert(
    fc.property(days, (day) => {
      expect(dayNumber(dateOfDay(day))).toBe(day);
      expect(dateOfDay(day + 1)).toBe(shiftDays(dateOfDay(day), 1));
    }),
  );
});

test('no day of 500 years is left out or comes twice', () => {
  const first = dayNumber('1900-01-01');
  const days = Array.from({ length: dayNumber('2400-01-01') - first }, (_, at) => first + at);
  const isRead = (day: number) => isDate(dateOfDay(day)) && dayNumber(dateOfDay(day)) === day;
  expect(days.filter((day) => !isRead(day))).toEqual([]);
  expect(new Set(days.map(dateOfDay)).size).toBe(days.length);
  expect(dateOfDay(dayNumber('2400-01-01') - 1)).toBe('2399-12-31');
});

test('months are counted by twelve for each year, and know their length', () => {
  const february = monthNumber(dayNumber('2024-02-29'));
  expect(february).toBe(2024 * 12 + 1);
  expect([february, february + 12, february + 76 * 12].map(lengthOfMonth)).toEqual([29, 28, 28]);
  expect(dateOfDay(dayInMonth(february, 1))).toBe('2024-02-01');
  expect(dateOfDay(dayInMonth(february + 1, 0))).toBe('2024-02-29');
});

test('weeks start on Mondays', () => {
  const sunday = dayNumber('2024-03-03');
  expect(weekdayOf(sunday)).toBe(7);
  expect(weekdayOf(sunday + 1)).toBe(1);
  expect(weekNumber(sunday + 1)).toBe(weekNumber(sunday) + 1);
  expect(dateOfDay(dayInWeek(weekNumber(sunday), 1))).toBe('2024-02-26');
  expect(weekdayOf(dayNumber('1969-12-31'))).toBe(3);
});
