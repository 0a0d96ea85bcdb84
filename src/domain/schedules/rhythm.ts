/** How often a schedule occurs, and the short text in which its row keeps that (`RhythmText` in rows.ts). */

/** Weekdays are numbers, from 1 for Monday to 7 for Sunday. Workdays are Monday to Friday; holidays do not count. */
export type Rhythm =
  | { every: 'day'; interval: number }
  /** `weekdays` are in order, each once; at least one. */
  | { every: 'week'; interval: number; weekdays: readonly number[] }
  | { every: 'month'; interval: number; on: DayOfMonth }
  /** `month` is 1 to 12. A day that the month lacks is its last one: February 29 is the 28th in most years. */
  | { every: 'year'; interval: number; month: number; day: number };

/** In a shorter month, a `day` is its last one. The next month has the chosen day again. */
export type DayOfMonth = { day: number } | { nth: Nth; weekday: number } | { workday: 'first' | 'last' };

export type Nth = 1 | 2 | 3 | 4 | 'last';

const NTHS: Readonly<Record<string, Nth>> = { 1: 1, 2: 2, 3: 3, 4: 4, last: 'last' };

/** The rhythm of a row. Weekdays are sorted. Throws for a text that `RhythmText` refuses, as no row has one. */
export function parseRhythm(text: string): Rhythm {
  const [every, interval, ...rest] = text.split(' ');
  const rhythm = read(every ?? '', Number(interval), rest);
  if (!rhythm) throw new Error(`not the text of a rhythm: ${text}`);
  return rhythm;
}

/** The text that a row keeps; `parseRhythm` reads it. */
export function writeRhythm(rhythm: Rhythm): string {
  const start = `${rhythm.every} ${rhythm.interval}`;
  switch (rhythm.every) {
    case 'day':
      return start;
    case 'week':
      return `${start} ${inOrder(rhythm.weekdays).join(',')}`;
    case 'month':
      return `${start} ${writeDayOfMonth(rhythm.on)}`;
    case 'year':
      return `${start} on ${twoDigits(rhythm.month)}-${twoDigits(rhythm.day)}`;
  }
}

function read(every: string, interval: number, rest: readonly string[]): Rhythm | null {
  const [first = '', second = ''] = rest;
  switch (every) {
    case 'day':
      return { every, interval };
    case 'week':
      return { every, interval, weekdays: inOrder(first.split(',').map(Number)) };
    case 'month': {
      const on = readDayOfMonth(rest);
      return on && { every, interval, on };
    }
    case 'year':
      return { every, interval, month: Number(second.slice(0, 2)), day: Number(second.slice(3)) };
    default:
      return null;
  }
}

function readDayOfMonth([kind, which = '', weekday]: readonly string[]): DayOfMonth | null {
  if (kind === 'on') return { day: Number(which) };
  if (kind === 'workday') return { workday: which === 'first' ? 'first' : 'last' };
  const nth = NTHS[which];
  return nth === undefined ? null : { nth, weekday: Number(weekday) };
}

function writeDayOfMonth(on: DayOfMonth): string {
  if ('day' in on) return `on ${on.day}`;
  return 'nth' in on ? `nth ${on.nth} ${on.weekday}` : `workday ${on.workday}`;
}

function inOrder(weekdays: readonly number[]): number[] {
  return [...new Set(weekdays)].sort((a, b) => a - b);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
