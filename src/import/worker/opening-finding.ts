/**
 * What an import does to the balance of the account: whether it agrees with the bank's, and which opening balance makes
 * it agree. An opening balance that is younger than rows of the file counts them twice. Amounts are integer cents.
 */
import { shiftDays } from '#domain/dates/dates';
import { signedCents } from '#domain/money/money';
import { MAX_AMOUNT, type TransactionRow } from '#domain/rows';
import type { StatementBalance } from '../statement/statement.ts';
import type { Beside } from './beside-rows.ts';
import type { PlannedRow } from './planned-rows.ts';

/** The opening balance that would be right. */
export interface RightOpening {
  /** The row that changes; null to make one. */
  row: TransactionRow | null;
  /** Zero for none. */
  cents: number;
  date: string;
}

export interface OpeningFinding {
  balance: StatementBalance | null;
  /** The bank's balance minus that of the account after the import; null without one of the bank. */
  differs: number | null;
  /** How many rows are older than the opening balance. */
  older: number;
  /** The opening balance that is younger than these. */
  opening: TransactionRow | null;
  /** Null when nothing has to be corrected, or it cannot be. */
  right: RightOpening | null;
  /** Nothing but the opening balance can be wrong. */
  isSure: boolean;
}

type Coming = Pick<TransactionRow, 'type' | 'amount' | 'date'>;

/** Null when there is nothing to say: no row comes in, or nothing to compare it with. */
export function findOpening(rows: readonly PlannedRow[], beside: Beside): OpeningFinding | null {
  // The screen waits for this, and 100,000 rows take a moment.
  if (!beside.balance && beside.openings.length === 0) return null;
  return findingOf(comingOf(rows), beside);
}

function findingOf(coming: readonly Coming[], beside: Beside): OpeningFinding | null {
  const [opening = null] = beside.openings;
  const first = firstDay(coming);
  if (first === null) return null;
  const older = opening ? coming.filter(({ date }) => date < opening.date).length : 0;
  // A balance of a day before the rows says nothing of them. One that they miss would make an opening balance of rows
  // that are missing.
  const says = beside.balance !== null && beside.balance.date >= first && !(beside.isMissed && older > 0);
  const balance = says ? beside.balance : null;
  if (!balance && older === 0) return null;
  const cents = balance ? openingFor(balance, coming, beside) : openingThatKeeps(opening, coming);
  const differs = balance && cents - sumUntil(beside.openings, balance.date);
  const isPossible = beside.mayCorrect && beside.openings.length < 2 && Math.abs(cents) <= MAX_AMOUNT;
  const right = { row: opening, cents, date: dayFor(opening, first, beside.first) };
  return {
    balance,
    differs,
    older,
    opening,
    right: isPossible && (older > 0 || differs !== 0) ? right : null,
    isSure: older > 0 || (opening === null && beside.first === null && !beside.isMissed),
  };
}

/** The opening balance with which the account has what the bank says. */
function openingFor({ cents, date }: StatementBalance, coming: readonly Coming[], { held }: Beside): number {
  return cents - held - sumUntil(coming, date);
}

/** The opening balance with which the account still has, on the day of the present one, what that says. */
function openingThatKeeps(opening: TransactionRow | null, coming: readonly Coming[]): number {
  return opening ? signedCents(opening) - sumUntil(coming, opening.date) : 0;
}

/** It stays where it comes before all rows. Else it is the day before the first of them. */
function dayFor(opening: TransactionRow | null, first: string, firstHere: string | null): string {
  const begin = firstHere !== null && firstHere < first ? firstHere : first;
  return opening && opening.date < begin ? opening.date : shiftDays(begin, -1);
}

/** What the bank has booked of the rows that come in. */
function comingOf(rows: readonly PlannedRow[]): Coming[] {
  return rows.flatMap(({ preview: { row }, choice, type }) =>
    (choice === 'new' || choice === 'transfer') && !row.pending
      ? [{ type, amount: Math.abs(row.cents), date: row.date }]
      : [],
  );
}

function firstDay(rows: readonly Coming[]): string | null {
  return rows.reduce<string | null>((first, { date }) => (first === null || date < first ? date : first), null);
}

function sumUntil(rows: readonly Coming[], day: string): number {
  return rows.reduce((sum, row) => (row.date <= day ? sum + signedCents(row) : sum), 0);
}
