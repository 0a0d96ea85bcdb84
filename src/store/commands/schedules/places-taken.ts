/** New entries that take the place of what schedules say: somebody typed the rent, or the bank's file brought it. */
import { shiftDays } from '#domain/dates/dates';
import type { Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { type Due, occurrenceFor, WINDOW } from '#domain/schedules/takes-place';
import type { Database } from '../../database/database.ts';
import { readOpenOccurrences } from '../../queries/schedules/open-occurrences.ts';
import { placeOf } from './occurrence-link.ts';

type NewEntry = Pick<
  TransactionRow,
  'id' | 'accountId' | 'date' | 'amount' | 'type' | 'description' | 'nature' | 'budgetId'
>;

/**
 * The links of these new rows of an account, which go after them in one mutation. Each occurrence has one entry, and
 * all devices choose the same.
 */
export async function placesTaken(db: Database, accountId: string, entries: readonly NewEntry[]): Promise<Patch[]> {
  const plain = entries.filter(({ nature, budgetId }) => nature === 'regular' && budgetId === null);
  if (plain.length === 0 || (await db.schedules.where({ accountId }).count()) === 0) return [];
  const latest = plain.reduce((last, { date }) => (date > last ? date : last), '');
  const open = await readOpenOccurrences(db, shiftDays(latest, WINDOW));
  let due = open.flatMap(({ schedule, nominal, date }): Due[] => {
    const isPlain = schedule.accountId === accountId && schedule.pairId === null;
    return isPlain ? [{ schedule, occurrence: { nominal, date } }] : [];
  });
  const links: Patch[] = [];
  for (const entry of plain.toSorted(byDate)) {
    const taken = occurrenceFor(entry, due);
    if (!taken) continue;
    due = due.filter((one) => one !== taken);
    links.push(placeOf({ ...entry, version: 0 }, taken.schedule.id, taken.occurrence.nominal));
  }
  return links;
}

function byDate(one: NewEntry, other: NewEntry): number {
  return `${one.date} ${one.id}` < `${other.date} ${other.id}` ? -1 : 1;
}
