import { LOCALE } from '../locale.ts';

// A date without a time is read as UTC, and written as UTC.
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });

/** `Thursday`. */
export const weekdayOf = (date: string): string => WEEKDAY.format(Date.parse(date));
