/** Where an occurrence goes that falls on a weekend. */
import { weekdayOf } from '../dates/day-numbers.ts';
import type { ScheduleRow } from '../rows.ts';

const SATURDAY = 6;
const SUNDAY = 7;

/** How many days a weekend moves a date at most. */
export const FARTHEST_MOVE = 2;

/** The day itself, or for a Saturday or Sunday the Friday before or the Monday after. Days are numbers. */
export function offWeekend(day: number, weekend: ScheduleRow['weekend']): number {
  const weekday = weekdayOf(day);
  if (weekend === 'as_is' || weekday < SATURDAY) return day;
  return weekend === 'before' ? day - (weekday - SATURDAY + 1) : day + (SUNDAY - weekday + 1);
}
