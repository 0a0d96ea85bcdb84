/** What comes: what is due and was not added, and the next occurrences with the balance after each. */
import { shiftDays, today } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import { signedCents } from '#domain/money/money';
import { sidesOf } from '#domain/schedules/sides';
import type { Database } from '../../database/database.ts';
import { readSumsOf } from '../../ledger/ledger.ts';
import { readClock } from '../../optimistic/edit-clock.ts';
import { type OpenOccurrence, readOpenOccurrences } from './open-occurrences.ts';

/** How far ahead people look. */
const DAYS_AHEAD = 60;

export interface ComingOccurrence extends OpenOccurrence {
  /** The balance of the schedule's account after it and all before it, cents. Rows dated ahead count in it as ever. */
  balance: number;
}

export interface Upcoming {
  /** Today by the server's clock, as far as this device knows it. */
  today: string;
  /** Due until today, oldest first: people are asked, or this device may not add it. */
  overdue: OpenOccurrence[];
  /** The next 60 days, the soonest first. */
  ahead: ComingOccurrence[];
}

/** Today where the user is, by the server's clock as far as it is known. */
export async function readToday(db: Database, now: Date = new Date()): Promise<string> {
  const { offsetMs } = await readClock(db);
  return today(new Date(now.getTime() + offsetMs));
}

export async function readUpcoming(db: Database, now: Date = new Date()): Promise<Upcoming> {
  const day = await readToday(db, now);
  // Of an archived account, what was due says so. More of it does not come.
  const open = (await readOpenOccurrences(db, shiftDays(day, DAYS_AHEAD))).filter(
    ({ date, holdup }) => date <= day || holdup !== 'archived',
  );
  const accounts = [...new Set(open.flatMap(sidesOf).map(({ accountId }) => accountId))];
  const sums = await readSumsOf(db, accounts.map(accountScope));
  const balances = new Map(accounts.map((id, n) => [id, sums[n]?.balance ?? 0]));
  const coming = open.map((one): ComingOccurrence => {
    for (const side of sidesOf(one)) {
      balances.set(side.accountId, (balances.get(side.accountId) ?? 0) + signedCents(side));
    }
    return { ...one, balance: balances.get(one.schedule.accountId) ?? 0 };
  });
  return {
    today: day,
    overdue: coming.filter(({ date }) => date <= day),
    ahead: coming.filter(({ date }) => date > day),
  };
}
