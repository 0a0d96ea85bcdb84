/** Entries that seem to repeat and have no schedule. */
import * as v from 'valibot';
import { monthOf, shiftMonths } from '#domain/dates/dates';
import { rowOfKey } from '#domain/ids/row-of-key';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { type FoundRhythm, foundRhythms } from '#domain/schedules/found-rhythm';
import { searchedText } from '#domain/search-text';
import type { Database } from '../../database/database.ts';
import { readMeta } from '../../database/meta.ts';
import { readMonthPages } from '../../ledger/many-pages.ts';
import { readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';
import { readToday } from './upcoming.ts';

/** What repeats once a year was there more than a year ago. */
const MONTHS_BACK = 14;

/** Its key in `meta`: what the user does not want to be asked about on this device. */
export const LEFT_REPEATS = 'left-repeats';

export interface FoundRepeat extends FoundRhythm {
  /** Its account, type and payee. What was dismissed is known by it. */
  id: string;
  /** The newest of its entries. */
  entry: TransactionRow;
}

/** What the accounts have, those of the next date first. What has a schedule and what was dismissed is left out. */
export async function readFoundRepeats(
  db: Database,
  accountIds: readonly string[],
  now: Date = new Date(),
): Promise<FoundRepeat[]> {
  const [today, left] = await Promise.all([readToday(db, now), readLeftRepeats(db)]);
  const found = await Promise.all(accountIds.map((accountId) => foundIn(db, accountId, today)));
  return found
    .flat()
    .filter(({ id }) => !left.includes(id))
    .sort((one, other) => (one.next.date < other.next.date ? -1 : 1));
}

export async function readLeftRepeats(db: Database): Promise<string[]> {
  return (await readMeta(db, LEFT_REPEATS, v.array(v.string()))) ?? [];
}

async function foundIn(db: Database, accountId: string, today: string): Promise<FoundRepeat[]> {
  const from = monthOf(shiftMonths(today, -MONTHS_BACK));
  const [pages, all] = await Promise.all([
    readMonthPages(db, accountScope(accountId), from, monthOf(today)),
    db.schedules.toArray(),
  ]);
  const schedules = all.filter((one) => one.accountId === accountId);
  const keys = await readOccurrenceKeys(db, accountId, new Set(schedules.map(({ id }) => id)));
  const ofSchedules = new Set([...keys.values()].map((one) => rowOfKey(accountId, one)));
  const rows = new Map<string, TransactionRow>();
  for (const page of pages) for (const row of page.rows) if (!ofSchedules.has(row.id)) rows.set(row.id, row);
  const idOf = (type: string, payee: string) => `${accountId} ${type} ${searchedText(payee)}`;
  const known = new Set(schedules.map(({ type, description }) => idOf(type, description)));
  return foundRhythms([...rows.values()], today).flatMap((one) => {
    const id = idOf(one.type, one.payee);
    const entry = rows.get(one.rowIds[0] ?? '');
    return entry && !known.has(id) ? [{ ...one, id, entry }] : [];
  });
}
