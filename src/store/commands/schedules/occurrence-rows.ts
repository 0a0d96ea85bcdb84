/** The entries that an occurrence makes. */
import { importedId } from '#domain/ids/imported-id';
import { nameId } from '#domain/ids/name-id';
import type { Insert } from '#domain/mutations/operations';
import { type ScheduleRow, TRANSACTION_DEFAULTS } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { sidesOf } from '#domain/schedules/sides';
import { TRANSFER } from '#domain/transactions/transfers';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';

/** What of an occurrence is its own. */
export type OccurrenceValues = Pick<OpenOccurrence, 'date'> & { amount?: number };

/**
 * The addition of an occurrence, or of both its sides. Every device makes the same rows under the same ids. `asked`: a
 * person wants it, although it may have been skipped.
 */
export function insertsOf(
  occurrence: Pick<OpenOccurrence, 'schedule' | 'other' | 'nominal'>,
  values: OccurrenceValues,
  { now, asked }: { now: Date; asked: boolean },
): Insert[] {
  const { schedule, other, nominal } = occurrence;
  const link = { nature: 'transfer', transferId: nameId(`transfer:${schedule.pairId}:${nominal}`) } as const;
  const insertOf = (one: ScheduleRow): Insert => {
    const { id: scheduleId, accountId, type, refund, lines, description, notes } = one;
    const key = occurrenceKey(scheduleId, nominal);
    const { date, amount = one.amount } = values;
    const row = {
      ...TRANSACTION_DEFAULTS,
      id: importedId(accountId, key),
      createdAt: now.toISOString(),
      accountId,
      type,
      refund,
      description,
      notes,
      amount,
      date,
      budgetId: null,
      ...(other ? { ...link, category: TRANSFER } : { lines, category: one.category }),
    };
    return { kind: 'insert', table: 'transactions', row, key, scheduleId, ...(asked && { again: true }) };
  };
  return sidesOf(occurrence).map(insertOf);
}
