/**
 * Entries that schedules have added, and that an import has corrected. Nothing here knows what they said before: who
 * had typed the bank's amount themselves has the same row. So a revert leaves amount and date, and says so.
 */
import { shiftDays } from '#domain/dates/dates';
import type { ImportRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readKeys } from '../../imports/replayed-keys.ts';
import { transactionsAnywhere } from '../../ledger/locate.ts';
import { readAddedOccurrences } from '../schedules/added-occurrences.ts';

/** A file may tell what is about to be paid. */
const DAYS_AHEAD = 31;

/** How many entries of schedules are linked with lines of the import, and do not say any more what schedules say. */
export async function countCorrected(db: Database, { id, accountId, createdAt }: ImportRow): Promise<number> {
  if ((await db.schedules.where({ accountId }).count()) === 0) return 0;
  const added = await readAddedOccurrences(db, accountId, shiftDays(createdAt.slice(0, 10), DAYS_AHEAD));
  const keys = [...(await readKeys(db, accountId)).values()];
  const linked = keys.flatMap(({ rowId, importId, fate }) =>
    rowId !== null && importId === id && fate === 'here' && added.has(rowId) ? rowId : [],
  );
  const rows = [...(await transactionsAnywhere(db, linked)).values()];
  return rows.filter((row) => {
    const one = added.get(row.id);
    const isAsSaid = row.amount === one?.schedule.amount && row.date === one.occurrence.date;
    return row.importId === id && !isAsSaid;
  }).length;
}
