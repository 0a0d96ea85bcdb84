/** What the user's own entries may do to keys. It is laid over the stored ones when they are read (S69i). */
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { isTransaction, type OutboxEntry } from '../database/records.ts';
import { openEntries } from '../outbox/outbox.ts';

export type KeyAction = Pick<OutboxEntry, 'operations' | 'seen' | 'verdict'>;

/** The open entries. A verdict does not say which row stays deleted: the next pull does. */
export async function readKeyActions(db: Database): Promise<KeyAction[]> {
  const entries = await openEntries(db);
  return entries.filter(({ verdict }) => verdict?.status !== 'superseded' || verdict.reason !== 'deleted');
}

/** The transactions that an entry changes or deletes, as they were, by id. */
export function transactionsBefore({ seen = [] }: KeyAction): Map<string, TransactionRow> {
  return new Map(seen.flatMap(({ row }) => (isTransaction(row) ? [[row.id, row] as const] : [])));
}
