/**
 * Dates as banks write them: `2026-01-26`, `26.01.2026`, `1/26/26`, `26 Jan 2026`, `20260126`, `2026年01月26日`, QIF's
 * `6/ 4'18`, with or without a time behind. One date alone does not tell day from month, as in `3/11/2026`. The whole
 * column decides.
 */
import { isDate } from '#domain/dates/dates';
import { withPlainDigits } from '#domain/money/written-number';
import { monthNamed } from './month-names.ts';
import type { DateOrder, Unreadable } from './statement.ts';

type Read = { date: string } | { reason: Unreadable };

const ORDERS: readonly DateOrder[] = ['day-first', 'month-first', 'year-first'];

/** No date has more characters, not even with its time and zone. */
const LONGEST = 60;

/** Two digits from here on are of the century before. */
const FIRST_OLD_YEAR = 70;

/** A time and a zone. They never move a date: the bank's day is the digits that it writes. */
const TIME = /(?:(?:T|,?\s+(?:-\s+|at\s+)?|:|(?<=\d{4})-)\d{1,2}:\d{2}|(?<=\d{4}),?\s+\d{1,2}\.\d{2}).*$/;

/** Day and time in one number, perhaps with its zone in brackets. */
const STAMP = /^((?:19|20)\d{6})\d{4}(?:\d{2})?(?:\.\d{1,6})?(?:\[[^\]]*\])?$/;

/** What a bank adds of another day. The first day is that of the booking. */
const AS_OF = /\s+as (?:of|at)\s.*$/i;

/** A day of the week in front. */
const WEEKDAY = /^\p{L}{2,10}\.?,\s*(?=\d)/u;
const ENGLISH_WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nes|nesday|rs|rsday|ur|urday)?[.,]*\s+/i;

/** Signs behind the year, the month and the day, in Chinese, Japanese and Korean. */
const SIGNED = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]?/;

const NUMBERS = /^(\d{1,4})([./-]) ?(\d{1,2})([./'-]) ?(\d{1,4})\.?$/;
/** Only a year of four digits tells such a date from an amount. */
const BLANKS = /^(?:(\d{4}) (\d{2}) (\d{2})|(\d{2}) (\d{2}) (\d{4}))$/;
const COMPACT = /^\d{8}$/;
const NAMED = /^(\d{1,2})\.?[\s/-]?(?:de )?(\p{L}{3,12})\.?,?[\s/'-]?(?:de )?(\d{4}|\d{2})$/u;
const NAME_FIRST = /^(\p{L}{3,12})\.?[\s-](\d{1,2})(?:st|nd|rd|th)?,?[\s-](\d{4})$/u;
const YEAR_NAMED = /^(\d{4})[.\s/-]+(\p{L}{3,12})[.\s/-]+(\d{1,2})\.?$/u;

/** The date, or why there is none. `order` is null where the column left it open. */
export function readDate(text: string, order: DateOrder | null): Read {
  const readings = readAll(text);
  const date = order === null ? undefined : readings.get(order);
  if (date !== undefined) return { date };
  const dates = new Set(readings.values());
  const [only] = dates;
  if (only === undefined) return { reason: text.trim() === '' ? 'no_date' : 'not_a_date' };
  if (dates.size === 1 && (order === null || isFree(text))) return { date: only };
  return { reason: order === null ? 'day_or_month' : 'not_a_date' };
}

/**
 * What a column says about the order of its dates: the order, or null. `open` when a date needs it and none proves it,
 * or when two dates prove different orders. Then somebody has to be asked.
 */
export function decideDateOrder(texts: Iterable<string>): { order: DateOrder | null; open: boolean } {
  const proved = new Set<DateOrder>();
  const years = new ShortYears();
  let [some, needed] = [false, false];
  for (const text of new Set(texts)) {
    const readings = readAll(text);
    if (readings.size === 0 || isFree(text)) continue;
    some = true;
    years.note(text, readings.has('year-first'));
    const only = onlyOrder(readings);
    if (only) proved.add(only);
    else if (readings.get('day-first') !== readings.get('month-first')) needed = true;
  }
  if (years.mayComeFirst()) return { order: null, open: true };
  // All of them read the same in both orders, like 4/4/2026, so any order will do.
  if (proved.size === 0) return { order: needed || !some ? null : 'day-first', open: needed };
  const [order = null] = proved.size === 1 ? proved : [];
  return { order, open: order === null };
}

/** The one order that the readings prove. A year of two digits may stand in front, but hardly ever does. */
function onlyOrder(readings: ReadonlyMap<DateOrder, string>): DateOrder | null {
  if (readings.has('day-first')) return readings.has('month-first') ? null : 'day-first';
  return readings.has('month-first') ? 'month-first' : 'year-first';
}

/** Whether the text can be a date, whatever its order. */
export function looksLikeDate(text: string): boolean {
  return readAll(text).size > 0;
}

/** The dates that the text can be, in any order of day, month and year. */
export function datesIn(text: string): string[] {
  return [...new Set(readAll(text).values())];
}

/** In `26-11-03` each end may be the year. A file covers few years, so the end with fewer different numbers is it. */
class ShortYears {
  readonly #first = new Set<string>();
  readonly #last = new Set<string>();
  #fits = true;

  note(text: string, fits: boolean): void {
    const [, first, , last] = /^(\d\d)([./-])\d\d\2(\d\d)(?!\d)/.exec(text.trim()) ?? [];
    if (first === undefined || last === undefined) return;
    this.#first.add(first);
    this.#last.add(last);
    if (!fits) this.#fits = false;
  }

  mayComeFirst(): boolean {
    return this.#fits && this.#first.size > 0 && this.#first.size < this.#last.size;
  }
}

/** Whether the text needs no order, because its year has four digits in front, or its month has a name. */
function isFree(text: string): boolean {
  const day = dayOf(text);
  return /^\d{4}\D/.test(day) || /\p{L}{3}/u.test(day) || (COMPACT.test(day) && readAll(day).has('year-first'));
}

/** The text without its time. */
function dayOf(text: string): string {
  const whole = withPlainDigits(text).trim().replace(WEEKDAY, '').replace(ENGLISH_WEEKDAY, '');
  const day = whole.replace(AS_OF, '').replace(TIME, '').trim();
  return day.replace(SIGNED, '$1-$2-$3').replace(STAMP, '$1').replace(BLANKS, withDashes).trim();
}

function withDashes(text: string): string {
  return text.replaceAll(' ', '-');
}

type Readings = ReadonlyMap<DateOrder, string>;

const DIGIT = /\p{Nd}/u;
/** Without eight digits together, a day takes two numbers. */
const ONE_NUMBER = /^\P{Nd}*\p{Nd}{1,7}\P{Nd}*$/u;
const NONE: Readings = new Map();

/** Each text is looked at many times, and a file of ten years has some thousand days. */
const known = new Map<string, Readings>();
const MOST_KNOWN = 10_000;

/** Each order in which the text is a date, with that date. A named month is a date in every order. */
function readAll(text: string): Readings {
  if (text.length > LONGEST || !DIGIT.test(text)) return NONE;
  const before = known.get(text);
  if (before) return before;
  // Words with a number differ in each row, and would take the place of the days.
  if (ONE_NUMBER.test(text)) return NONE;
  const found = readAnew(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

function readAnew(text: string): Map<DateOrder, string> {
  const day = dayOf(text);
  if (COMPACT.test(day)) return compactDates(day);
  const named = namedDate(day);
  if (named) return new Map(ORDERS.map((order) => [order, named]));
  return numberDates(day);
}

function numberDates(text: string): Map<DateOrder, string> {
  const [, first = '', sign = '', second = '', otherSign = '', third = ''] = NUMBERS.exec(text) ?? [];
  const found = new Map<DateOrder, string>();
  // Quicken writes the year 2002 as `' 2`.
  const isQuicken = otherSign === "'";
  if (first === '' || (otherSign !== sign && !isQuicken)) return found;
  const year = isQuicken && third.length < 3 ? `20${third.padStart(2, '0')}` : third;
  if (first.length < 3) {
    note(found, 'day-first', year, second, first);
    // Nobody writes a point between month and day.
    if (sign !== '.') note(found, 'month-first', year, first, second);
  }
  const isShort = first.length === 2 && third.length === 2 && !isQuicken;
  if (first.length === 4 || isShort) note(found, 'year-first', first, second, third);
  return found;
}

function compactDates(text: string): Map<DateOrder, string> {
  const found = new Map<DateOrder, string>();
  note(found, 'year-first', text.slice(0, 4), text.slice(4, 6), text.slice(6));
  note(found, 'day-first', text.slice(4), text.slice(2, 4), text.slice(0, 2));
  note(found, 'month-first', text.slice(4), text.slice(0, 2), text.slice(2, 4));
  return found;
}

function namedDate(text: string): string | null {
  const [, day, name = '', year] = NAMED.exec(text) ?? [];
  const [, nameFirst = '', dayBehind, yearBehind] = NAME_FIRST.exec(text) ?? [];
  const [, yearBefore, nameAmid = '', dayLast] = YEAR_NAMED.exec(text) ?? [];
  const month = monthNamed(name || nameFirst || nameAmid);
  if (month === null) return null;
  return dateOf(year ?? yearBehind ?? yearBefore ?? '', String(month), day ?? dayBehind ?? dayLast ?? '');
}

function note(found: Map<DateOrder, string>, order: DateOrder, year: string, month: string, day: string): void {
  const date = dateOf(year, month, day);
  if (date) found.set(order, date);
}

function dateOf(year: string, month: string, day: string): string | null {
  if (month.length > 2 || day.length > 2 || (year.length !== 4 && year.length !== 2)) return null;
  const whole = year.length === 4 ? year : `${Number(year) < FIRST_OLD_YEAR ? 20 : 19}${year}`;
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number(whole) < 2100 && isDate(date) ? date : null;
}
