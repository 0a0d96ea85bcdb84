/**
 * An independent calendar: it walks day by day from the start and asks each day whether the rhythm occurs on it. It
 * shares no code with the product, and computes no place in advance.
 */
import type { Occurrence, Timing } from './occurrences.ts';
import type { DayOfMonth, Rhythm } from './rhythm.ts';

interface Day {
  year: number;
  month: number;
  day: number;
  /** Monday is 1, Sunday is 7. */
  weekday: number;
}

export interface OracleTiming extends Omit<Timing, 'rhythm'> {
  rhythm: Rhythm;
}

/** So many days later, or earlier when negative. */
export function later(date: string, days: number): string {
  const { year, month, day } = read(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** Every occurrence whose date is in the period. */
export function walk(timing: OracleTiming, from: string, to: string): Occurrence[] {
  const { rhythm, startDate, endDate, count } = timing;
  const found: Occurrence[] = [];
  const isOne = test(rhythm, startDate);
  let passed = 0;
  for (let date = startDate, days = 0; date <= later(to, 4); date = later(date, 1), days++) {
    if (endDate !== null && date > endDate) break;
    if (count !== null && passed >= count) break;
    if (!isOne(date, days)) continue;
    passed += 1;
    const moved = move(date, timing.weekend);
    if (from <= moved && moved <= to) found.push({ nominal: date, date: moved });
  }
  return found;
}

/** Whether the rhythm occurs on a day that comes so many days after the start. */
function test(rhythm: Rhythm, startDate: string): (date: string, days: number) => boolean {
  const start = read(startDate);
  const { interval } = rhythm;
  switch (rhythm.every) {
    case 'day':
      return (_, days) => days % interval === 0;
    case 'week':
      return (date, days) => {
        const { weekday } = read(date);
        const mondays = (days - (weekday - 1) + (start.weekday - 1)) / 7;
        return rhythm.weekdays.includes(weekday) && mondays % interval === 0;
      };
    case 'month':
      return (date) => {
        const { year, month } = read(date);
        const months = (year - start.year) * 12 + month - start.month;
        return months % interval === 0 && isOnDay(date, rhythm.on);
      };
    case 'year':
      return (date) => {
        const { year, month } = read(date);
        return month === rhythm.month && (year - start.year) % interval === 0 && isOnDay(date, { day: rhythm.day });
      };
  }
}

function isOnDay(date: string, on: DayOfMonth): boolean {
  const { day, weekday } = read(date);
  if ('day' in on) return day === on.day || (day < on.day && isOtherMonth(date, 1));
  if ('nth' in on) {
    if (weekday !== on.weekday) return false;
    return on.nth === 'last' ? isOtherMonth(date, 7) : day > 7 * (on.nth - 1) && day <= 7 * on.nth;
  }
  const step = on.workday === 'first' ? -1 : 1;
  if (weekday > 5) return false;
  for (let days = step; !isOtherMonth(date, days); days += step) {
    if (read(later(date, days)).weekday <= 5) return false;
  }
  return true;
}

function isOtherMonth(date: string, days: number): boolean {
  return later(date, days).slice(0, 7) !== date.slice(0, 7);
}

function move(date: string, weekend: Timing['weekend']): string {
  if (weekend === 'as_is') return date;
  let moved = date;
  while (read(moved).weekday > 5) moved = later(moved, weekend === 'before' ? -1 : 1);
  return moved;
}

function read(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7 };
}
