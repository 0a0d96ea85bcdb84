/** Which entry takes the place of an occurrence: somebody typed it, or the bank's file brought it. */
import { shiftDays } from '../dates/dates.ts';
import { dayNumber } from '../dates/day-numbers.ts';
import type { ScheduleRow, TransactionRow } from '../rows.ts';
import { searchedText } from '../search-text.ts';
import { type Occurrence, occurrencesOf, type Timing } from './occurrences.ts';
import { parseRhythm, type Rhythm } from './rhythm.ts';

/** What is compared of a transaction, or of a row of a file. */
export type Entry = Pick<TransactionRow, 'date' | 'amount' | 'type' | 'description'>;

/** What is compared of a schedule. */
export type Expected = Pick<ScheduleRow, 'rhythm' | 'amount' | 'type' | 'description' | 'amountMatch'>;

/** An occurrence that has no row yet. */
export interface Due {
  schedule: Expected & Pick<ScheduleRow, 'id'>;
  occurrence: Occurrence;
}

/** How many days an entry may be away from an occurrence at most. The bank rarely needs more. */
export const WINDOW = 5;

/** Months and years are so long that only the window itself counts. */
const SHORTEST_MONTH = 28;

/**
 * How many days an entry may be away from the date of an occurrence: 5, and at most half the time to the next
 * occurrence. Nearer occurrences would compete for one entry. A daily rhythm has 0.
 */
export function windowOf(rhythm: Rhythm): number {
  return Math.min(WINDOW, Math.floor(shortestGap(rhythm) / 2));
}

/**
 * The occurrence that an entry of this day is when it is made to repeat: the nearest one in the window, whatever its
 * amount; null for none. Rent that was paid three days early is this month's, not one more.
 */
export function occurrenceNear(timing: Timing, day: string): Occurrence | null {
  const window = windowOf(parseRhythm(timing.rhythm));
  const near = occurrencesOf(timing, { from: shiftDays(day, -window), to: shiftDays(day, window) });
  const away = ({ date }: Occurrence) => Math.abs(dayNumber(date) - dayNumber(day));
  return near.reduce<Occurrence | null>((best, one) => (best && away(best) <= away(one) ? best : one), null);
}

/** Whether an amount is at most a tenth more or less than another one; both in cents. */
export function isNear(amount: number, other: number): boolean {
  return Math.abs(amount - other) * 10 <= other;
}

/**
 * Which of the entries takes the place of the occurrence on this date; null for none. It has the schedule's type, an
 * amount as `amountMatch` says, and a date in the window. The nearest date wins, then the exact amount, then the same
 * description. Of equal ones the earlier wins, then the smaller id, so all devices choose the same one.
 */
export function entryFor<Given extends Entry & { id: string }>(
  expected: Expected,
  { date }: Occurrence,
  entries: readonly Given[],
): Given | null {
  const ranked = entries.map((entry) => ({
    of: entry,
    ...rank(expected, date, entry),
    tie: `${entry.date} ${entry.id}`,
  }));
  return best(ranked);
}

/**
 * Which of the occurrences, of one or several schedules, the entry takes the place of; null for none. The rules are
 * those of `entryFor`; of equal occurrences the earlier wins, then the smaller id of a schedule.
 */
export function occurrenceFor<Given extends Due>(entry: Entry, due: readonly Given[]): Given | null {
  const ranked = due.map((one) => {
    const { schedule, occurrence } = one;
    const tie = `${occurrence.date} ${occurrence.nominal} ${schedule.id}`;
    return { of: one, ...rank(schedule, occurrence.date, entry), tie };
  });
  return best(ranked);
}

interface Rank {
  /** Null where it does not fit at all. The smallest is the best. */
  rank: number | null;
}

function rank({ rhythm, amount, type, description, amountMatch }: Expected, date: string, entry: Entry): Rank {
  const days = Math.abs(dayNumber(entry.date) - dayNumber(date));
  const isExact = entry.amount === amount;
  const fits = isExact || amountMatch === 'any' || (amountMatch === 'near' && isNear(entry.amount, amount));
  if (entry.type !== type || !fits || days > windowOf(parseRhythm(rhythm))) return { rank: null };
  const isSame = searchedText(entry.description) === searchedText(description);
  return { rank: days * 4 + (isExact ? 0 : 2) + (isSame ? 0 : 1) };
}

function best<Given>(ranked: readonly (Rank & { of: Given; tie: string })[]): Given | null {
  let found: { of: Given; rank: number; tie: string } | null = null;
  for (const { of, rank: own, tie } of ranked) {
    if (own === null) continue;
    const isBetter = !found || own < found.rank || (own === found.rank && tie < found.tie);
    if (isBetter) found = { of, rank: own, tie };
  }
  return found?.of ?? null;
}

/** Days between the two nearest occurrences, at least. */
function shortestGap(rhythm: Rhythm): number {
  if (rhythm.every === 'day') return rhythm.interval;
  if (rhythm.every !== 'week') return SHORTEST_MONTH;
  const { weekdays, interval } = rhythm;
  const [first = 1] = weekdays;
  const following = [...weekdays.slice(1), first + interval * 7];
  return Math.min(...weekdays.map((weekday, at) => (following[at] ?? weekday) - weekday));
}
