import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import type { TransactionRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';

/** The entry stands for the occurrence from now on. `nominal`: its date by the rhythm. */
export function placeOf(
  entry: Pick<TransactionRow, 'id' | 'accountId' | 'version'>,
  scheduleId: string,
  nominal: string,
): Patch {
  const key = occurrenceKey(scheduleId, nominal);
  const seen = seenOf(entry);
  return { kind: 'patch', table: 'transactions', id: entry.id, seen, before: {}, after: {}, key, scheduleId };
}
