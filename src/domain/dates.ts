/**
 * Calendar dates are strings, YYYY-MM-DD, in the user's own calendar; months are YYYY-MM. They name days, not moments:
 * nothing here converts between time zones. The arithmetic counts days on a zone-free calendar (`Date.UTC` of the parts),
 * so that no clock change makes a day short.
 */

/** An inclusive span of days. */
export interface Period {
  from: string;
  to: string;
}

/** Years before this one are slips of the hand (a date field passes through year 2 on the way to 2026). */
const FIRST_YEAR = 1900;

/** The day that the user's calendar shows at this moment. */
export function today(now: Date): string {
  return dateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** Whether the text is a day of the calendar, from 1900 to 9999, written YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const { year, month, day } = parts(text);
  return year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year, month);
}

/** The date so many days later, or earlier when negative. */
export function shiftDays(date: string, days: number): string {
  const { year, month, day } = parts(date);
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return dateOf(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/** The same day so many months later, or the last day of that month when it is shorter: 31 March - 1 = 28 or 29 February. */
export function shiftMonths(date: string, months: number): string {
  const { year, month, day } = parts(date);
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return dateOf(toYear, toMonth, Math.min(day, lengthOfMonth(toYear, toMonth)));
}

/** The month of a date, YYYY-MM. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** First and last day of a month. */
export function periodOfMonth(month: string): Period {
  const { year, month: number } = parts(`${month}-01`);
  return { from: `${month}-01`, to: dateOf(year, number, lengthOfMonth(year, number)) };
}

/** The period a report starts with: from one month ago to today. */
export function lastMonthUntil(date: string): Period {
  return { from: shiftMonths(date, -1), to: date };
}

/** Whether a day lies in the period; both ends belong to it. */
export function isWithin(date: string, { from, to }: Period): boolean {
  return from <= date && date <= to;
}

/** Days left in the month, this day included: 1 on the last. */
export function daysLeftInMonth(date: string): number {
  const { year, month, day } = parts(date);
  return lengthOfMonth(year, month) - day + 1;
}

/** The date that a key pressed in a date field leads to: `t` today, `+` a day later, `-` a day earlier; null for others. */
export function dateByKey(key: string, current: string, now: Date): string | null {
  if (key === 't' || key === 'T') return today(now);
  const base = isDate(current) ? current : today(now);
  if (key === '+') return shiftDays(base, 1);
  if (key === '-') return shiftDays(base, -1);
  return null;
}

/** `Mar 5, 2026`. */
export function formatDate(date: string): string {
  return SHORT.format(calendarTime(date));
}

/** A heading for one day of a list: `Thursday, March 5, 2026`. */
export function formatDay(date: string): string {
  return LONG.format(calendarTime(date));
}

/** `March 2026`. */
export function formatMonth(month: string): string {
  return MONTH.format(calendarTime(`${month}-01`));
}

/** The day of a moment on the user's calendar, `Mar 5, 2026`; takes an ISO timestamp. */
export function formatMoment(timestamp: string): string {
  return formatDate(today(new Date(timestamp)));
}

// Both ends are zone-free: the day's number on the calendar goes in, and is written without moving it to a zone.
const SHORT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

function parts(date: string): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function dateOf(year: number, month: number, day: number): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function pad(number: number, length: number): string {
  return number.toString().padStart(length, '0');
}

function calendarTime(date: string): number {
  const { year, month, day } = parts(date);
  return Date.UTC(year, month - 1, day);
}

function lengthOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
