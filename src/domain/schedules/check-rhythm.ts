/** What a form says about how often a schedule occurs. */
import { lengthOfMonth } from '../dates/day-numbers.ts';
import { withDecimalDigits } from '../entered-digits.ts';
import type { Outcome, Problems } from '../outcome.ts';
import type { Nth, Rhythm } from './rhythm.ts';

/** The parts that the chosen kind does not need may hold anything, so a form keeps them while kinds are tried. */
export interface RhythmInput {
  every: Rhythm['every'];
  /** As typed. */
  interval: string;
  /** Of weeks; 1 for Monday. */
  weekdays: readonly number[];
  /** Which day of a month is meant. */
  monthly: 'day' | 'nth' | 'workday';
  /** Of a month or year, as typed. */
  day: string;
  nth: Nth;
  /** What `nth` counts. */
  weekday: number;
  workday: 'first' | 'last';
  /** Of years, 1 to 12. */
  month: number;
}

export type RhythmField = 'interval' | 'weekdays' | 'day';
/** `not_an_interval`: no whole number, 0, or above `longestInterval`. `not_a_day`: no day that the month can have. */
export type RhythmProblem = 'not_an_interval' | 'no_weekday' | 'not_a_day';

/** The bounds of `RhythmText` in rows.ts. */
const LONGEST_INTERVALS: Record<Rhythm['every'], number> = { day: 999, week: 99, month: 99, year: 99 };

/** The largest interval of a kind. */
export function longestInterval(every: Rhythm['every']): number {
  return LONGEST_INTERVALS[every];
}

/** The rhythm, or what is wrong at each field. */
export function checkRhythm(input: RhythmInput): Outcome<{ rhythm: Rhythm }, RhythmField, RhythmProblem> {
  const errors: Problems<RhythmField, RhythmProblem> = {};
  const { every } = input;
  const interval = wholeNumber(input.interval, LONGEST_INTERVALS[every]);
  const needsDay = every === 'year' || (every === 'month' && input.monthly === 'day');
  const day = needsDay ? wholeNumber(input.day, longestDay(input)) : 1;
  if (interval === null) errors.interval = 'not_an_interval';
  if (day === null) errors.day = 'not_a_day';
  if (every === 'week' && input.weekdays.length === 0) errors.weekdays = 'no_weekday';
  if (interval === null || day === null || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, rhythm: rhythmOf(input, interval, day) };
}

/** A whole number from 1 on, as somebody typed it; null for anything else, and above the largest. */
export function wholeNumber(typed: string, largest: number): number | null {
  const digits = withDecimalDigits(typed).trim();
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return number < 1 || number > largest ? null : number;
}

function rhythmOf(input: RhythmInput, interval: number, day: number): Rhythm {
  const { every, month, monthly, nth, weekday, workday } = input;
  switch (every) {
    case 'day':
      return { every, interval };
    case 'week':
      return { every, interval, weekdays: [...new Set(input.weekdays)].sort((a, b) => a - b) };
    case 'month':
      return { every, interval, on: { day: { day }, nth: { nth, weekday }, workday: { workday } }[monthly] };
    case 'year':
      return { every, interval, month, day };
  }
}

/** A month of years needs a day that it has at least in a leap year, as 2000 was. */
function longestDay({ every, month }: RhythmInput): number {
  return every === 'year' ? lengthOfMonth(2000 * 12 + month - 1) : 31;
}
