/** Occurrences that devices have added, and that nobody has changed as far as this device can tell. */
import { importedId } from '#domain/ids/imported-id';
import { rowOfKey } from '#domain/ids/row-of-key';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { type Occurrence, occurrencesUntil } from '#domain/schedules/occurrences';
import type { Due } from '#domain/schedules/takes-place';
import type { Database } from '../../database/database.ts';
import type { KnownKey } from '../../imports/stored-keys.ts';
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
  const added = schedules.flatMap((schedule) => addedBy(schedule, occurrencesUntil(schedule, until), keys));
  return new Map(added.map(({ rowId, ...one }) => [rowId, one]));
}

/** Those of the occurrences of a schedule for which the row stands that devices add. `keys`: of its account. */
export function addedBy(
  schedule: ScheduleRow,
  occurrences: readonly Occurrence[],
  keys: ReadonlyMap<string, KnownKey>,
): (AddedOccurrence & { rowId: string })[] {
  if (keys.size === 0) return [];
  return occurrences.flatMap((occurrence) => {
    const key = occurrenceKey(schedule.id, occurrence.nominal);
    const known = keys.get(key);
    if (known?.fate !== 'here') return [];
    const rowId = importedId(schedule.accountId, key);
    return rowOfKey(schedule.accountId, known) === rowId ? [{ schedule, occurrence, rowId }] : [];
  });
}

/** What a schedule gives the rows that it makes. */
const GIVEN = ['type', 'amount', 'refund', 'category', 'description', 'notes'] as const;

/** Whether the row still says what the schedule says, and no file or statement knows it. */
export function isAsAdded(row: TransactionRow, { schedule, occurrence }: AddedOccurrence): boolean {
  const isAsGiven = GIVEN.every((field) => row[field] === schedule[field]) && row.date === occurrence.date;
  return isAsGiven && row.nature === 'regular' && row.lines === null && row.importId === null && row.status === 'open';
}
