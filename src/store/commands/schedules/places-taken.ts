/** New entries that take the place of what schedules say: somebody typed the rent, or the bank's file brought it. */
import { shiftDays } from '#domain/dates/dates';
import type { Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { occurrencesOf } from '#domain/schedules/occurrences';
import { type Due, occurrenceFor, WINDOW } from '#domain/schedules/takes-place';
import type { Database } from '../../database/database.ts';
import { readOpenOccurrences } from '../../queries/schedules/open-occurrences.ts';
import { placeOf } from './occurrence-link.ts';

type NewEntry = Pick<
  TransactionRow,
  'id' | 'accountId' | 'date' | 'amount' | 'type' | 'description' | 'nature' | 'budgetId'
>;

/**
 * Whether a new row fits a schedule of its account. Somebody may have taken the occurrence's place already, which is
 * more to read.
 */
export async function mayTakePlace(db: Database, entry: NewEntry): Promise<boolean> {
  if (!isPlain(entry)) return false;
  const { accountId, date } = entry;
  const around = { from: shiftDays(date, -WINDOW), to: shiftDays(date, WINDOW) };
  const schedules = await db.schedules.where({ accountId }).toArray();
  const due = schedules.flatMap((schedule): Due[] =>
    schedule.pairId === null ? occurrencesOf(schedule, around).map((occurrence) => ({ schedule, occurrence })) : [],
  );
  return occurrenceFor(entry, due) !== null;
}

/**
 * The links of these new rows of an account, which go after them in one mutation. Each occurrence has one entry, and
 * all devices choose the same.
 */
export async function placesTaken(db: Database, accountId: string, entries: readonly NewEntry[]): Promise<Patch[]> {
  const plain = entries.filter(isPlain);
  if (plain.length === 0 || (await db.schedules.where({ accountId }).count()) === 0) return [];
  const latest = plain.reduce((last, { date }) => (date > last ? date : last), '');
  const open = await readOpenOccurrences(db, shiftDays(latest, WINDOW));
  let due = open.flatMap(({ schedule, nominal, date }): Due[] => {
    const isOfAccount = schedule.accountId === accountId && schedule.pairId === null;
    return isOfAccount ? [{ schedule, occurrence: { nominal, date } }] : [];
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

/** A contribution to a budget, or a side of a transfer, stands for nothing that a schedule of one account says. */
function isPlain({ nature, budgetId }: NewEntry): boolean {
  return nature === 'regular' && budgetId === null;
}

function byDate(one: NewEntry, other: NewEntry): number {
  return `${one.date} ${one.id}` < `${other.date} ${other.id}` ? -1 : 1;
}
