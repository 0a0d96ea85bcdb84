/** What an entry of the outbox is about, read whole, so that people can look at it, compare and go on with it. */
import { mainOperation } from '#domain/main-operation';
import type { Delete, Operation, Patch } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database, SmallRows, SmallTable } from '../database.ts';
import type { KeptRow, OutboxEntry, RowTable } from '../outbox.ts';
import { findTransaction } from './transactions.ts';

export type EntryFields = Patch['after'];

export interface EntrySubject {
  operation: Operation;
  /** The row as it stands on this device; null when it does not. */
  standing: EntryFields | null;
  /** The row as the user meant it, as far as it is known: what stands, or what was kept of it, with the entry's own word on top. */
  meant: EntryFields;
}

/** Null of an entry without operations. */
export async function readEntrySubject(db: Database, entry: OutboxEntry): Promise<EntrySubject | null> {
  const operation = mainOperation(entry.operations);
  if (!operation) return null;
  if (operation.kind === 'call') return { operation, standing: null, meant: fieldsOf(operation.arguments) };
  const id = 'row' in operation ? operation.row.id : operation.id;
  const kept = 'row' in operation ? operation.row : keptRow(entry, id);
  const row = await readRow(db, operation.table, id, kept ?? {});
  const standing = row && fieldsOf(row);
  if ('row' in operation) return { operation, standing, meant: fieldsOf(operation.row) };
  const after = operation.kind === 'patch' ? operation.after : {};
  return { operation, standing, meant: { ...(standing ?? (kept && fieldsOf(kept))), ...after } };
}

/** What was kept of a row when the server's word took it away. */
export function keptRow({ content }: OutboxEntry, id: string): KeptRow['row'] | null {
  return content?.find((kept) => kept.row.id === id)?.row ?? null;
}

/**
 * The row that an operation of the entry changes or deletes, as far as the entry itself knows it, with the operation's own word
 * on top; null where the entry was made before entries knew their rows.
 */
export function rowOf(entry: OutboxEntry, operation: Patch | Delete): KeptRow['row'] | null {
  const { id } = operation;
  const row = keptRow(entry, id) ?? entry.seen?.find((one) => one.row.id === id)?.row ?? null;
  return row && operation.kind === 'patch' ? { ...row, ...operation.after } : row;
}

/** A row by its id, as it stands on this device; null when it does not. `lastSeen` tells where to look first. */
export async function readRow(
  db: Database,
  table: RowTable,
  id: string,
  lastSeen: object,
): Promise<TransactionRow | SmallRows[SmallTable] | null> {
  if (table !== 'transactions') return (await db.small[table].get(id)) ?? null;
  const { accountId, date } = fieldsOf(lastSeen);
  const known = typeof accountId === 'string' && typeof date === 'string';
  return findTransaction(db, id, known ? { accountId, date } : {});
}

/** Of a row only what an entry can name: texts, numbers and nothing. */
function fieldsOf(row: object): EntryFields {
  const fields: EntryFields = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) fields[name] = value;
  }
  return fields;
}
