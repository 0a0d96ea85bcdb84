/** The occurrences of a schedule: the days of its rhythm, up to its end, moved off weekends. */
import type { Period } from '../dates/dates.ts';
import { dateOfDay, dayNumber } from '../dates/day-numbers.ts';
import type { ScheduleRow } from '../rows.ts';
import { nominalDays } from './nominal-days.ts';
import { parseRhythm } from './rhythm.ts';
import { FARTHEST_MOVE, offWeekend } from './weekend.ts';

/** What decides when a schedule occurs. */
export type Timing = Pick<ScheduleRow, 'rhythm' | 'weekend' | 'startDate' | 'endDate' | 'count'>;

export interface Occurrence {
  /** The day of the rhythm. The key of the occurrence is made of it (occurrence-key.ts). */
  nominal: string;
  /** The day on which it is due: `nominal`, moved off a weekend. */
  date: string;
}

/** No start is earlier. */
const FIRST_DATE = '0001-01-01';

/** Dates of later years would not be in order as texts. */
const LAST_DATE = '9999-12-31';

/**
 * The occurrences whose `date` is in the period, in order. Start, end and count go by `nominal`. So a moved date may be
 * before the start, after the end, or in another month.
 */
export function occurrencesOf(timing: Timing, period: Period): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(timing, dayNumber(period.from))) {
    if (occurrence.date > period.to) break;
    found.push(occurrence);
  }
  return found;
}

/** All occurrences up to a date. */
export function occurrencesUntil(timing: Timing, date: string): Occurrence[] {
  return occurrencesOf(timing, { from: FIRST_DATE, to: date });
}

/** The first occurrences on this date or later, at most so many. */
export function nextOccurrences(timing: Timing, from: string, howMany: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(timing, dayNumber(from))) {
    if (found.length >= howMany) break;
    found.push(occurrence);
  }
  return found;
}

/** Whether no occurrence has a later date than this one. */
export function isOver(timing: Timing, date: string): boolean {
  return occurrencesFrom(timing, dayNumber(date) + 1).next().done === true;
}

function* occurrencesFrom(timing: Timing, firstDay: number): Generator<Occurrence, void> {
  const { at, placeFrom } = nominalDays(parseRhythm(timing.rhythm), timing.startDate);
  const end = timing.endDate !== null && timing.endDate < LAST_DATE ? timing.endDate : LAST_DATE;
  const lastDay = dayNumber(end);
  const places = timing.count ?? Number.POSITIVE_INFINITY;
  for (let place = placeFrom(firstDay - FARTHEST_MOVE); place < places; place += 1) {
    const day = at(place);
    if (day > lastDay) return;
    const moved = offWeekend(day, timing.weekend);
    if (moved < firstDay) continue;
    const nominal = dateOfDay(day);
    yield { nominal, date: moved === day ? nominal : dateOfDay(moved) };
  }
}
