/** The form of a schedule. Dates come formatted. */
import { formatCount } from '#domain/money/numbers';

export const NEW_TITLE = 'New schedule';
export const REPEAT_TITLE = 'Make it repeat';
export const EDIT_TITLE = 'Edit schedule';
export const ADD = 'Add schedule';
export const UPDATE = 'Update schedule';

/** Unfolds the fields of what is added. */
export const CHANGE_ENTRY = 'Change what is added';

export const EVERY = 'Every';
export const UNITS = { day: 'Days', week: 'Weeks', month: 'Months', year: 'Years' } as const;
export const UNIT = 'Unit';
export const WEEKDAYS = 'On';
export const ON = 'On';
export const DAY = 'Day';
export const MONTH = 'Month';
export const WHICH = 'Which';
export const WEEKDAY = 'Weekday';
export const ON_DAY = 'A day of the month';
export const ON_NTH = 'A weekday of the month';
export const FIRST_WORKDAY = 'The first workday';
export const LAST_WORKDAY = 'The last workday';
export const WORKDAYS = 'Workdays are Monday to Friday. Holidays are not known.';

export const START = 'Starts on';
export const ENDS = 'Ends';
export const NEVER = 'Never';
export const ON_DATE = 'On a date';
export const AFTER_TIMES = 'After a number';
export const END_DATE = 'Last day';
export const TIMES = 'How many times';
export const TIMES_HINT = 'Skipped ones count, too.';

export const MODE = 'When it is due';
export const ADD_IT = 'Add it';
export const REMIND = 'Remind me';

export const MORE = 'More';
export const WEEKEND = 'On a weekend';
export const MATCH = 'Another entry takes its place';
export const MATCH_HINT = 'An entry that you type or import around the day is the same one if its amount fits.';
export const MATCHES = {
  exact: 'With exactly this amount',
  near: 'Within a tenth of this amount',
  any: 'With any amount',
} as const;

/** `dates` are the next ones. */
export function nextDates(dates: readonly string[]): string {
  const last = dates.at(-1) ?? '';
  return dates.length < 2 ? `Next: ${last}` : `Next: ${dates.slice(0, -1).join('; ')}; ${last}`;
}

export const NO_DATES = 'It has no dates from today on.';

/** `then`: whether they are added at once, or only after a question because they are so many, or not. */
export function alreadyDue(count: number, then: 'added' | 'asked' | 'reminded'): string {
  const isOne = count === 1;
  const due = `${formatCount(count)} ${isOne ? 'is' : 'are'} due already`;
  switch (then) {
    case 'added':
      return `${due} and ${isOne ? 'is' : 'are'} added at once.`;
    case 'asked':
      return `${due}. That is more than usual, so you are asked first.`;
    case 'reminded':
      return `${due}.`;
  }
}

export const BEFORE_START = 'The last day is before the start.';
export const NEVER_OCCURS = 'It has no date between its start and its end.';
export const NO_WEEKDAY = 'Choose at least one day.';
export const NO_START = 'Choose the day on which it starts.';
export const NO_END = 'Choose the last day.';

export function notAnInterval(largest: number): string {
  return `Enter a whole number from 1 to ${largest}.`;
}

export function notACount(largest: string): string {
  return `Enter a whole number from 1 to ${largest}.`;
}

export function notADay(largest: number): string {
  return `Enter a day from 1 to ${largest}.`;
}
