/** Occurrences that devices have added, and that nobody has changed as far as this device can tell. */
import { importedId } from '#domain/ids/imported-id';
import { rowOfKey } from '#domain/ids/row-of-key';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { occurrencesUntil } from '#domain/schedules/occurrences';
import type { Due } from '#domain/schedules/takes-place';
import type { Database } from '../../database/database.ts';
import { readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';

export interface AddedOccurrence extends Due {
  schedule: ScheduleRow;
}

/** Those of the account until a date, by the ids of their rows. Sides of transfers and splits are left out. */
export async function readAddedOccurrences(
  db: Database,
  accountId: string,
  until: string,
): Promise<Map<string, AddedOccurrence>> {
  const all = await db.schedules.where({ accountId }).toArray();
  const schedules = all.filter(({ pairId, lines }) => pairId === null && lines === null);
  const keys = await readOccurrenceKeys(db, accountId, new Set(schedules.map(({ id }) => id)));
  const added = new Map<string, AddedOccurrence>();
  for (const schedule of keys.size > 0 ? schedules : []) {
    for (const occurrence of occurrencesUntil(schedule, until)) {
      const key = occurrenceKey(schedule.id, occurrence.nominal);
      const known = keys.get(key);
      const rowId = importedId(accountId, key);
      if (known?.fate === 'here' && rowOfKey(accountId, known) === rowId) added.set(rowId, { schedule, occurrence });
    }
  }
  return added;
}

/** What a schedule gives the rows that it makes. */
const GIVEN = ['type', 'amount', 'refund', 'category', 'description', 'notes'] as const;

/** Whether the row still says what the schedule says, and no file or statement knows it. */
export function isAsAdded(row: TransactionRow, { schedule, occurrence }: AddedOccurrence): boolean {
  const isAsGiven = GIVEN.every((field) => row[field] === schedule[field]) && row.date === occurrence.date;
  return isAsGiven && row.nature === 'regular' && row.lines === null && row.importId === null && row.status === 'open';
}
