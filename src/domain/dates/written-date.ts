/**
 * One date as people type it: `3`, `3.11`, `3/11`, `+1`, `yesterday`, `2026-11-03`, `3.11.2025`, `11/3/25`, and as the
 * app writes it: `Sun, Nov 1, 2026`. A date field needs no more. chrono-node also reads sentences, but weighs more than
 * the whole form does.
 */

import { withDecimalDigits } from '../entered-digits.ts';
import { LOCALE } from '../locale.ts';
import { isDate, monthOf, shiftDays, shiftMonths } from './dates.ts';

type Part = 'year' | 'month' | 'day';

/** Parts of a date in the order in which they are written. */
export type PartOrder = readonly Part[];

const DAY_FIRST: PartOrder = ['day', 'month', 'year'];

/** A date without a year is at most so many months ahead: in January, `28.12` was last year. */
const MONTHS_AHEAD = 3;

/** 29 February comes at least once in so many years. */
const LEAP_GAP = 8;

/** Three parts, two, or the day alone, with one and the same sign between them. A point may also stand at the end. */
const WRITTEN = /^(\d{1,4})(?:([./-]) ?(\d{1,2})(?:\2 ?(\d{1,4}))?)?\.?$/;

/** A month by its name, before or behind the day. */
const MONTH_FIRST = /^(?<month>\p{L}{3,})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{2}|\d{4}))?$/u;
const MONTH_BEHIND = /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?<month>\p{L}{3,})\.?(?:,?[ -](?<year>\d{2}|\d{4}))?$/u;

/** The name of a day of the week in front. */
const WEEKDAY = /^(\p{L}{3,})\.?,? (?=\p{L}|\d)/u;

const WEEKDAYS = namesOf({ weekday: 'long' }, 7, (at) => Date.UTC(2026, 0, 4 + at));
const MONTHS = namesOf({ month: 'long' }, 12, (at) => Date.UTC(2026, at));

const WORDS = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Names in the language of the app, in lower case. */
function namesOf(part: Intl.DateTimeFormatOptions, count: number, momentOf: (at: number) => number): string[] {
  const format = new Intl.DateTimeFormat(LOCALE, { ...part, timeZone: 'UTC' });
  return Array.from({ length: count }, (_, at) => format.format(momentOf(at)).toLowerCase());
}

/** The browser's locale decides what `3/11` is. */
export function browsersPartOrder(): PartOrder {
  const parts = new Intl.DateTimeFormat().formatToParts(0).map(({ type }) => type);
  return parts.filter((type) => type === 'year' || type === 'month' || type === 'day');
}

/**
 * The date that was typed on the day `today`, YYYY-MM-DD; null when it is none. A day alone is the latest such day that
 * is not after today. Without a year it is the latest such date that is at most three months ahead. Points stand after
 * day and month in this order; `order` decides where slashes or dashes are.
 */
export function readDate(text: string, today: string, order?: PartOrder): string | null {
  const plain = withDecimalDigits(text).trim().toLowerCase().replace(/[−–]/g, '-');
  if (isDate(plain)) return plain;
  const days = daysFromToday(plain);
  if (days !== null) return existing(shiftDays(today, days));
  const named = withMonthName(plain);
  if (named) return named.year === undefined ? withoutYear(named, today) : withYear(named, today);
  const [, first, sign, second, third] = WRITTEN.exec(plain) ?? [];
  if (first === undefined) return null;
  if (second === undefined) return latest(daysBack(today, Number(first)), today);
  const parts = sign === '.' ? DAY_FIRST : (order ?? browsersPartOrder());
  if (third === undefined)
    return withoutYear(
      read(
        [first, second],
        parts.filter((part) => part !== 'year'),
      ),
      today,
    );
  return withYear(read([first, second, third], orderOf(parts, first, third)), today);
}

/** What `today`, `tomorrow`, `+3` and `-1` count; null for any other text. */
function daysFromToday(text: string): number | null {
  if (text === 't') return 0;
  const named = [-1, 0, 1].find((days) => WORDS.format(days, 'day') === text);
  return named ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : null);
}

/** The parts of a date whose month is a name; null for any other text. */
function withMonthName(text: string): Partial<Record<Part, string>> | null {
  const spaced = text.replace(/\s+/g, ' ');
  const weekday = WEEKDAY.exec(spaced);
  const rest = weekday && placeOf(weekday[1], WEEKDAYS) !== null ? spaced.slice(weekday[0].length) : spaced;
  const { day, month, year } = (MONTH_FIRST.exec(rest) ?? MONTH_BEHIND.exec(rest))?.groups ?? {};
  const place = placeOf(month, MONTHS);
  return place === null || day === undefined ? null : { day, month: String(place), ...(year && { year }) };
}

/** Which name the word is, or the beginning of, counted from 1. Three letters tell all of them apart. */
function placeOf(word: string | undefined, names: readonly string[]): number | null {
  const place = word ? names.findIndex((name) => name.startsWith(word)) : -1;
  return place < 0 ? null : place + 1;
}

/** Four digits are the year, wherever they are. */
function orderOf(order: PartOrder, first: string, third: string): PartOrder {
  if (first.length === 4) return ['year', 'month', 'day'];
  return third.length === 4 ? [...order.filter((part) => part !== 'year'), 'year'] : order;
}

function read(texts: readonly string[], order: PartOrder): Partial<Record<Part, string>> {
  return Object.fromEntries(order.map((part, at) => [part, texts[at]]));
}

function withYear({ year = '', month = '', day = '' }: Partial<Record<Part, string>>, today: string): string | null {
  if (day.length > 2 || month.length > 2) return null;
  if (year.length === 4) return existing(dateOf(year, month, day));
  if (year.length !== 2) return null;
  // `99` is 1999: nobody plans so far ahead.
  const thisYear = Number(today.slice(0, 4));
  const inThisCentury = Math.floor(thisYear / 100) * 100 + Number(year);
  return existing(dateOf(inThisCentury > thisYear + 20 ? inThisCentury - 100 : inThisCentury, month, day));
}

function withoutYear({ month = '', day = '' }: Partial<Record<Part, string>>, today: string): string | null {
  if (day.length > 2 || month.length > 2) return null;
  const last = shiftMonths(today, MONTHS_AHEAD);
  const years = Array.from({ length: LEAP_GAP + 1 }, (_, back) => Number(last.slice(0, 4)) - back);
  return latest(
    years.map((year) => dateOf(year, month, day)),
    last,
  );
}

/** This day in the current month and the three before it: of any three months in a row, one has a 31st. */
function daysBack(today: string, day: number): string[] {
  const months = [0, -1, -2, -3].map((back) => monthOf(shiftMonths(`${monthOf(today)}-01`, back)));
  return months.map((month) => `${month}-${String(day).padStart(2, '0')}`);
}

/** The first that exists and is not after `last`; the texts begin with the latest. */
function latest(dates: readonly string[], last: string): string | null {
  return dates.find((date) => isDate(date) && date <= last) ?? null;
}

function existing(date: string): string | null {
  return isDate(date) ? date : null;
}

function dateOf(year: number | string, month: string, day: string): string {
  return [String(year).padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
