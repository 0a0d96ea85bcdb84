/** Which rhythm some days were in. Days are numbers (day-numbers.ts), the newest first. */
import { dayInMonth, monthNumber, weekdayOf } from '../dates/day-numbers.ts';
import type { ScheduleRow } from '../rows.ts';
import { dayOfMonth } from './nominal-days.ts';
import type { Rhythm } from './rhythm.ts';

export interface FittingRhythm {
  rhythm: Rhythm;
  weekend: ScheduleRow['weekend'];
  /** How many of the newest days are in the rhythm. */
  times: number;
  /** The day of the rhythm that the newest one stands for, before a weekend moved it. */
  nominal: number;
  /** Days from one occurrence to the next, about. */
  length: number;
}

/** So often something must have come before it is a rhythm. */
export const FEWEST_TIMES = 3;

/** Where another day shortly before does not fit, three times can be chance, as with rents on the 1st and 15th. */
const TIMES_TO_BE_SURE = 6;

/** A gap of so many intervals ends one rhythm, and another may begin after it. */
export const INTERVALS_TO_PAUSE = 1.5;

/** A weekend with a holiday beside it. */
const FARTHEST_SHIFT = 3;

const FRIDAY = 5;
const DAYS_IN_MONTH = 365.25 / 12;

interface Candidate extends FittingRhythm {
  /** The days of the rhythm, newest first, by their place. */
  nominalAt(place: number): number;
  /** How far the day may be away that stands before those that fit. */
  tolerance: number;
}

/**
 * The rhythm of the newest days, or null. `like` counts the newest ones that are alike in amount; the others before
 * them are in no rhythm with them. Weeks have their exact weekday. Months, quarters and years have their day, or the
 * last one of a shorter month; one on a weekend may move up to three days to a workday, always the same way.
 */
export function fittingRhythm(days: readonly number[], like: number): FittingRhythm | null {
  const [newest] = days;
  if (newest === undefined || like < FEWEST_TIMES) return null;
  const alike = days.slice(0, like);
  let best: Candidate | null = null;
  for (const candidate of [...inWeeks(newest, alike), ...inMonths(newest, alike)]) {
    if (!isSure(candidate, days)) continue;
    if (!best || candidate.times > best.times) best = candidate;
  }
  if (!best) return null;
  const { rhythm, weekend, times, nominal, length } = best;
  return { rhythm, weekend, times, nominal, length };
}

function isSure({ times, length, nominalAt, tolerance }: Candidate, days: readonly number[]): boolean {
  if (times < FEWEST_TIMES) return false;
  const [oldest, before] = [days[times - 1], days[times]];
  if (times >= TIMES_TO_BE_SURE || oldest === undefined || before === undefined) return true;
  return oldest - before >= INTERVALS_TO_PAUSE * length || Math.abs(before - nominalAt(times)) <= tolerance;
}

function inWeeks(newest: number, days: readonly number[]): Candidate[] {
  return [1, 2].map((interval): Candidate => {
    const length = interval * 7;
    const nominalAt = (place: number) => newest - place * length;
    const other = days.findIndex((day, place) => day !== nominalAt(place));
    const times = other < 0 ? days.length : other;
    const rhythm: Rhythm = { every: 'week', interval, weekdays: [weekdayOf(newest)] };
    return { rhythm, weekend: 'as_is', times, nominal: newest, length, nominalAt, tolerance: 0 };
  });
}

function inMonths(newest: number, days: readonly number[]): Candidate[] {
  const [, second] = days;
  if (second === undefined) return [];
  const gap = newest - second;
  const interval = [1, 3, 12].find((months) => Math.abs(gap - months * DAYS_IN_MONTH) <= 10);
  if (interval === undefined) return [];
  const anchors = new Set(days.slice(0, TIMES_TO_BE_SURE).map(dayOf));
  return [...anchors].map((day) => onDay(newest, days, interval, day));
}

function onDay(newest: number, days: readonly number[], interval: number, day: number): Candidate {
  const month = nearestMonth(newest, day);
  const nominalAt = (place: number) => dayOfMonth(month - place * interval, { day });
  let weekend: ScheduleRow['weekend'] | null = null;
  let times = 0;
  for (const of of days) {
    const nominal = nominalAt(times);
    const move = moveOf(nominal, of);
    if (move === null || (isWeekend(nominal) && weekend !== null && weekend !== move)) break;
    if (isWeekend(nominal)) weekend = move;
    times += 1;
  }
  const length = interval * DAYS_IN_MONTH;
  const rest = { times, nominal: nominalAt(0), length, nominalAt, tolerance: FARTHEST_SHIFT };
  return { rhythm: rhythmOf(interval, month, day), weekend: weekend ?? 'as_is', ...rest };
}

function rhythmOf(interval: number, months: number, day: number): Rhythm {
  if (interval < 12) return { every: 'month', interval, on: { day } };
  return { every: 'year', interval: 1, month: (months % 12) + 1, day };
}

/** The month whose day of the rhythm is the nearest to this one. */
function nearestMonth(to: number, day: number): number {
  const month = monthNumber(to);
  const away = (of: number) => Math.abs(dayOfMonth(of, { day }) - to);
  return [month - 1, month + 1].reduce((best, of) => (away(of) < away(best) ? of : best), month);
}

/** Which way the day of the rhythm went; null where this day cannot stand for it. */
function moveOf(nominal: number, day: number): ScheduleRow['weekend'] | null {
  if (day === nominal) return 'as_is';
  const isMoved = isWeekend(nominal) && !isWeekend(day) && Math.abs(day - nominal) <= FARTHEST_SHIFT;
  if (!isMoved) return null;
  return day < nominal ? 'before' : 'after';
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) > FRIDAY;
}

function dayOf(day: number): number {
  return day - dayInMonth(monthNumber(day), 0);
}
