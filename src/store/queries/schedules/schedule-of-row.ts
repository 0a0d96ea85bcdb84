import { rowOfKey } from '#domain/ids/row-of-key';
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
  const key = [...keys.values()].find((one) => one.fate === 'here' && rowOfKey(accountId, one) === id);
  return schedules.find((one) => one.id === key?.importId) ?? null;
}
