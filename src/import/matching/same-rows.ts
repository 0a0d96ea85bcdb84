/**
 * Which rows may be the same as rows of a file: entered by hand, or brought by another format. And which rows of other
 * accounts may be their other sides.
 */
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { LINK_DAYS } from '#domain/transactions/transfer-links';
import type { ReadRow } from '../statement/statement.ts';

type Present = Pick<TransactionRow, 'id' | 'date' | 'type' | 'amount'>;
type Read = Pick<ReadRow, 'date' | 'cents'>;

/** What somebody enters by hand and what the bank books are at most so many days apart. */
const SAME_DAYS = 3;

const DAY_MS = 86_400_000;

/** For each row of the file the id of the nearest present row with the same amount and type, or null. */
export function findSameRows(read: readonly Read[], present: Iterable<Present>): (string | null)[] {
  return findNearest(read, present, SAME_DAYS);
}

/**
 * For each row of the file the id of a row of another account that may be its other side, or null: the same amount, the
 * other way.
 */
export function findOtherSides(read: readonly Read[], present: Iterable<Present>): (string | null)[] {
  return findNearest(
    read.map(({ date, cents }) => ({ date, cents: -cents })),
    present,
    LINK_DAYS,
  );
}

/** The nearest go first, and each is used once. Of two that are equally near, the earlier day goes first. */
function findNearest(read: readonly Read[], present: Iterable<Present>, mostDays: number): (string | null)[] {
  const waiting = groupPresent(new Set(read.map(({ cents }) => cents)), present);
  const days = read.map(({ date }) => dayNumber(date));
  const found = read.map((): string | null => null);
  for (let away = 0; away <= mostDays; away++)
    read.forEach(({ cents }, at) => {
      const day = days[at] ?? 0;
      found[at] ??= take(waiting, cents, day - away) ?? take(waiting, cents, day + away);
    });
  return found;
}

/** Ids by amount and day, the first on top. */
type Waiting = Map<number, Map<number, string[]>>;

function groupPresent(wanted: ReadonlySet<number>, present: Iterable<Present>): Waiting {
  const waiting: Waiting = new Map();
  for (const row of present) {
    const cents = signedCents(row);
    if (!wanted.has(cents)) continue;
    const days = waiting.get(cents) ?? new Map<number, string[]>();
    waiting.set(cents, days);
    const day = dayNumber(row.date);
    const ids = days.get(day);
    if (ids) ids.push(row.id);
    else days.set(day, [row.id]);
  }
  for (const days of waiting.values()) for (const ids of days.values()) ids.reverse();
  return waiting;
}

function take(waiting: Waiting, cents: number, day: number): string | null {
  return waiting.get(cents)?.get(day)?.pop() ?? null;
}

function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}
