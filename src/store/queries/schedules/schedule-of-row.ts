import { importedId } from '#domain/ids/imported-id';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';

/** The schedule of which this transaction is an occurrence, added or linked; null for none. */
export async function scheduleOfRow(
  db: Database,
  { id, accountId }: Pick<TransactionRow, 'id' | 'accountId'>,
): Promise<ScheduleRow | null> {
  const schedules = (await db.schedules.toArray()).filter((one) => one.accountId === accountId);
  if (schedules.length === 0) return null;
  const keys = await readOccurrenceKeys(db, accountId, new Set(schedules.map((one) => one.id)));
  for (const { key, rowId, importId, fate } of keys.values()) {
    if (fate !== 'here' || (rowId ?? importedId(accountId, key)) !== id) continue;
    return schedules.find((one) => one.id === importId) ?? null;
  }
  return null;
}
