/** The balances before the first row of a table and after the last, where it has a column of balances. */
import { shiftDays } from '#domain/dates/dates';
import { lastDay } from '../statement/balances.ts';
import type { ReadRow, Statement } from '../statement/statement.ts';

/** A booked row with the balance after it; null where the table leaves that empty. */
export interface BalancedRow {
  row: ReadRow;
  balance: number | null;
}

type Balances = Pick<Statement, 'opening' | 'balance'>;

/**
 * Empty where no row follows from the one before: then it is not this account's balance, or one of debts. Tables begin
 * with the oldest row or with the newest. Where both would add up, as with one row and its refund, the days decide.
 * Where single rows disagree, the two balances stand as the table has them, and the rows may miss them.
 */
export function balancesOf(all: readonly BalancedRow[]): Balances {
  const booked = all.filter(({ row }) => !row.pending);
  const reversed = booked.toReversed();
  const rows = booked.map(({ row }) => row);
  const [first = '', last = ''] = [rows[0]?.date, rows.at(-1)?.date];
  const date = lastDay(rows);
  const begin = rows.reduce((day, one) => (one.date < day ? one.date : day), first);
  if (date === null) return {};
  const found = [endsOf(booked), endsOf(reversed)];
  const whole = found.flatMap((one) => (one?.isWhole ? one : []));
  const [one, other] = whole;
  const isNewestFirst = first > last;
  if (one && other && one.closing !== other.closing && first === last) return {};
  const [oldestFirst, newestFirst] = found;
  if (!oldestFirst && !newestFirst) return {};
  const ends = one && other && isNewestFirst ? other : (one ?? addedUp(booked, { begin, date }));
  const stated = ends ?? (isNewestFirst ? (newestFirst ?? oldestFirst) : (oldestFirst ?? newestFirst));
  if (!stated) return {};
  const { opening, closing } = stated;
  return { opening: { cents: opening, date: shiftDays(begin, -1) }, balance: { cents: closing, date } };
}

interface Ends {
  opening: number;
  closing: number;
}

/**
 * What the rows begin and end with, from the oldest on; null where hardly any balance follows from the one before.
 * `isWhole`: all of them do.
 */
function endsOf(rows: readonly BalancedRow[]): (Ends & { isWhole: boolean }) | null {
  let opening: number | null = null;
  let end: number | null = null;
  let before = 0;
  const steps = { agreed: 0, against: 0, others: 0, none: 0 };
  for (const { row, balance } of rows) {
    const was: number | null = end;
    before += row.cents;
    if (was === null) {
      end = balance;
      if (balance !== null) opening = balance - before;
      continue;
    }
    steps[stepOf(balance, was, row.cents)] += 1;
    end = balance ?? was + row.cents;
  }
  const { agreed, against, others } = steps;
  const isByChance = agreed === 0 || against >= agreed || others > 3 * agreed;
  if (opening === null || end === null || isByChance) return null;
  return { opening, closing: end, isWhole: against + others === 0 };
}

function stepOf(balance: number | null, was: number, cents: number): 'agreed' | 'against' | 'others' | 'none' {
  if (balance === null) return 'none';
  if (balance === was + cents) return 'agreed';
  return balance === was - cents ? 'against' : 'others';
}

/** A bank may list the rows of a day in another order than it booked them. Still the rows lead from day to day. */
function addedUp(rows: readonly BalancedRow[], { begin, date }: { begin: string; date: string }): Ends | null {
  const sum = rows.reduce((cents, { row }) => cents + row.cents, 0);
  const on = (day: string) =>
    rows.flatMap(({ row, balance }) => (row.date === day && balance !== null ? { row, balance } : []));
  const openings = on(begin).map(({ row, balance }) => balance - row.cents);
  const closings = new Set(on(date).map(({ balance }) => balance));
  const found = openings.filter((opening) => closings.has(opening + sum));
  const [opening] = found;
  return opening !== undefined && new Set(found).size === 1 ? { opening, closing: opening + sum } : null;
}
