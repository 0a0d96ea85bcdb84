/**
 * The days of a rhythm, before ends and weekends. Each is computed from its place in the row, so that a late one costs
 * as little as the first. Days, weeks, months and years with the same number of occurrences make that possible.
 */
import {
  dayInMonth,
  dayInWeek,
  dayNumber,
  lengthOfMonth,
  monthNumber,
  weekdayOf,
  weekNumber,
} from '../dates/day-numbers.ts';
import type { DayOfMonth, Rhythm } from './rhythm.ts';
import { offWeekend } from './weekend.ts';

/** Days are numbers (day-numbers.ts). Places count from 0, the first day that is not before the start. */
export interface NominalDays {
  /** The day at this place. */
  at(place: number): number;
  /** No day from this one on has an earlier place; only a few days before it have this place or a later one. */
  placeFrom(day: number): number;
}

/** A day, week, month or year, by its number. */
interface Units {
  unitOf(day: number): number;
  /** How many occurrences each unit has. */
  size: number;
  /** The occurrences of a unit are in order; `nth` counts from 0. */
  dayIn(unit: number, nth: number): number;
}

/** The days on which the rhythm occurs. Intervals count from the unit that the start is in. */
export function nominalDays(rhythm: Rhythm, startDate: string): NominalDays {
  const { unitOf, size, dayIn } = unitsOf(rhythm);
  const { interval } = rhythm;
  const start = dayNumber(startDate);
  const first = unitOf(start);
  const dayAt = (nth: number) => dayIn(first + interval * Math.floor(nth / size), nth % size);
  /** Occurrences of the first unit that are before the start. */
  let before = 0;
  while (dayAt(before) < start) before += 1;
  return {
    at: (place) => dayAt(before + place),
    placeFrom: (day) => Math.max(0, Math.floor((unitOf(day) - first) / interval) * size - before),
  };
}

function unitsOf(rhythm: Rhythm): Units {
  switch (rhythm.every) {
    case 'day':
      return { unitOf: (day) => day, size: 1, dayIn: (day) => day };
    case 'week': {
      const { weekdays } = rhythm;
      return { unitOf: weekNumber, size: weekdays.length, dayIn: (week, nth) => dayInWeek(week, weekdays[nth] ?? 1) };
    }
    case 'month':
      return { unitOf: monthNumber, size: 1, dayIn: (month) => dayOfMonth(month, rhythm.on) };
    case 'year': {
      const { month, day } = rhythm;
      const unitOf = (of: number) => Math.floor(monthNumber(of) / 12);
      return { unitOf, size: 1, dayIn: (year) => dayOfMonth(year * 12 + month - 1, { day }) };
    }
  }
}

/** The day of this month, as a number; the month is one too (day-numbers.ts). */
export function dayOfMonth(month: number, on: DayOfMonth): number {
  const length = lengthOfMonth(month);
  if ('day' in on) return dayInMonth(month, Math.min(on.day, length));
  const first = dayInMonth(month, 1);
  const last = dayInMonth(month, length);
  if ('workday' in on) return on.workday === 'first' ? offWeekend(first, 'after') : offWeekend(last, 'before');
  if (on.nth === 'last') return last - ((weekdayOf(last) - on.weekday + 7) % 7);
  return first + ((on.weekday - weekdayOf(first) + 7) % 7) + 7 * (on.nth - 1);
}
