/** How often a schedule occurs, in words. */
import type { ScheduleRow } from '#domain/rows';
import type { DayOfMonth, Nth, Rhythm } from '#domain/schedules/rhythm';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const NTHS: Record<Nth, string> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', last: 'last' };

/** What happens on a Saturday or Sunday, as a form offers it. */
export const WEEKENDS: Record<ScheduleRow['weekend'], string> = {
  before: 'The Friday before',
  after: 'The Monday after',
  as_is: 'The same day',
};

/** Every month has the days before this one. */
const SOMETIMES_MISSING = 29;

/** `Every 2 weeks on Monday and Thursday`. */
export function rhythmInWords(rhythm: Rhythm): string {
  switch (rhythm.every) {
    case 'day':
      return every(rhythm.interval, 'day');
    case 'week':
      return `${every(rhythm.interval, 'week')} on ${listed(rhythm.weekdays.map(weekdayName))}`;
    case 'month':
      return `${every(rhythm.interval, 'month')} on the ${dayOfMonth(rhythm.on)}`;
    case 'year':
      return `${every(rhythm.interval, 'year')} on ${MONTHS[rhythm.month - 1] ?? ''} ${rhythm.day}`;
  }
}

/** `Every month on the 15th; on a weekend: the Friday before`. Nothing is said where a weekend changes nothing. */
export function rhythmWithWeekend(rhythm: Rhythm, weekend: ScheduleRow['weekend']): string {
  const words = rhythmInWords(rhythm);
  return weekend === 'as_is' ? words : `${words}; ${onWeekend(weekend)}`;
}

/** `on a weekend: the Friday before`, inside of a sentence. */
export function onWeekend(weekend: ScheduleRow['weekend']): string {
  return `on a weekend: ${WEEKENDS[weekend].replace('The', 'the')}`;
}

/** `31st`. */
export function ordinal(day: number): string {
  const isTeen = day > 10 && day < 20;
  return `${day}${(!isTeen && ENDINGS[day % 10]) || 'th'}`;
}

const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

function every(interval: number, unit: string): string {
  return interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`;
}

function dayOfMonth(on: DayOfMonth): string {
  if ('workday' in on) return `${on.workday} workday`;
  if ('nth' in on) return `${NTHS[on.nth]} ${weekdayName(on.weekday)}`;
  return on.day < SOMETIMES_MISSING ? ordinal(on.day) : `${ordinal(on.day)}, or the last day`;
}

/** The weekday is 1 for Monday. */
function weekdayName(weekday: number): string {
  return WEEKDAYS[weekday - 1] ?? '';
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
