/**
 * Calendar dates are strings, YYYY-MM-DD, in the user's own calendar; months are YYYY-MM. They name days, not moments:
 * nothing here converts between time zones. The arithmetic is date-fns's, on a local `Date` made of the date's parts;
 * it counts calendar days, so that no clock change makes a day short.
 */
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { formatISO } from 'date-fns/formatISO';
import { isExists } from 'date-fns/isExists';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { LOCALE } from '../locale.ts';

/** An inclusive span of days. */
export interface Period {
  from: string;
  to: string;
}

export function isSamePeriod(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Earlier years are typing errors: a date field passes through year 2 on the way to 2026. */
const FIRST_YEAR = 1900;

/** The day that the user's calendar shows at this moment. */
export function today(now: Date): string {
  return dateOf(now);
}

/** Whether the text is a day of the calendar, from 1900 to 9999, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = parts(text);
  return year >= FIRST_YEAR && isExists(year, month - 1, day);
}

/** The date so many days later, or earlier when negative. */
export function shiftDays(date: string, days: number): string {
  return dateOf(addDays(localDay(date), days));
}

/**
 * The same day so many months later, or the last day of that month when it is shorter: 31 March - 1 = 28 or 29
 * February.
 */
export function shiftMonths(date: string, months: number): string {
  return dateOf(addMonths(localDay(date), months));
}

/** The month of a date, YYYY-MM. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** First and last day of a month. */
export function periodOfMonth(month: string): Period {
  const first = `${month}-01`;
  return { from: first, to: dateOf(lastDayOfMonth(localDay(first))) };
}

/** The period a report starts with: from one month ago to today. */
export function lastMonthUntil(date: string): Period {
  return { from: shiftMonths(date, -1), to: date };
}

/** Whether a day lies in the period; both ends belong to it. */
export function isWithin(date: string, { from, to }: Period): boolean {
  return from <= date && date <= to;
}

/** How many days the period has, both ends included. */
export function daysOf({ from, to }: Period): number {
  return differenceInCalendarDays(localDay(to), localDay(from)) + 1;
}

/** Days left in the month, this day included: 1 on the last. */
export function daysLeftInMonth(date: string): number {
  return daysOf({ from: date, to: periodOfMonth(monthOf(date)).to });
}

/**
 * The date that a key pressed in a date field leads to: `t` today, `+` a day later, `-` a day earlier; null for others.
 */
export function dateByKey(key: string, current: string, now: Date): string | null {
  if (key === 't' || key === 'T') return today(now);
  const base = isDate(current) ? current : today(now);
  if (key === '+') return shiftDays(base, 1);
  if (key === '-') return shiftDays(base, -1);
  return null;
}

/** Which way a date is so far away that it may be a slip: over a year ahead, or over ten years back; null when near. */
export function farAway(date: string, today: string): 'ahead' | 'back' | null {
  if (date > shiftMonths(today, 12)) return 'ahead';
  return date < shiftMonths(today, -120) ? 'back' : null;
}

/** `Mar 5, 2026`. */
export function formatDate(date: string): string {
  return SHORT.format(calendarTime(date));
}

/** Some days in a row, `Mar 1 – 7, 2026`. */
export function formatPeriod({ from, to }: Period): string {
  return SHORT.formatRange(calendarTime(from), calendarTime(to));
}

/** `Thu, Mar 5, 2026`. */
export function formatWeekdayAndDate(date: string): string {
  return WEEKDAY.format(calendarTime(date));
}

/** A heading for one day of a list: `Thursday, March 5, 2026`. */
export function formatDay(date: string): string {
  return LONG.format(calendarTime(date));
}

/** `March 2026`. */
export function formatMonth(month: string): string {
  return MONTH.format(calendarTime(`${month}-01`));
}

/** `Mar`, of a month of any year. */
export function formatMonthName(month: string): string {
  return MONTH_NAME.format(calendarTime(`${month}-01`));
}

/** The day of a moment on the user's calendar, `Mar 5, 2026`; takes an ISO timestamp. */
export function formatMoment(timestamp: string): string {
  return formatDate(today(new Date(timestamp)));
}

/** The time of day where the user is, `2:05 PM`. */
export function formatTime(moment: Date): string {
  const minutes = Date.UTC(1970, 0, 1, moment.getHours(), moment.getMinutes());
  return TIME.format(minutes);
}

/** A day of the current year, `Mar 5`. */
export function formatDayOfYear(date: string): string {
  return DAY_OF_YEAR.format(calendarTime(date));
}

/** `Thursday`. */
export function formatWeekday(date: string): string {
  return WEEKDAY_NAME.format(calendarTime(date));
}

/** `Thu, Mar 5`. */
export function formatWeekdayOfYear(date: string): string {
  return WEEKDAY_OF_YEAR.format(calendarTime(date));
}

// Both ends are free of time zones. A formatter keeps the zone in which it was made, so a local date would be written
// as the day beside it after a journey. The calendar's day goes in as UTC and comes out as UTC.
const SHORT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeZone: 'UTC' });
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const WEEKDAY_NAME = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const WEEKDAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const MONTH_NAME = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'long', timeZone: 'UTC' });

function parts(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** The first moment of the day where the user is. */
function localDay(date: string): Date {
  const { year, month, day } = parts(date);
  return new Date(year, month - 1, day);
}

function dateOf(day: Date): string {
  return formatISO(day, { representation: 'date' });
}

function calendarTime(date: string): number {
  const { year, month, day } = parts(date);
  return Date.UTC(year, month - 1, day);
}

/** The time zone of this device, such as `Europe/Berlin`. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
