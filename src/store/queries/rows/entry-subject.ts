/** The subject of an outbox entry, read whole, so that people can look at it, compare it and correct it. */

import * as v from 'valibot';
import { mainOperation } from '#domain/mutations/main-operation';
import type { Delete, Operation, Patch } from '#domain/mutations/operations';
import { valuesNotApplied } from '#domain/mutations/superseded';
import { FieldValue } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { KeptRow, OutboxEntry } from '../../database/records.ts';
import { findTransaction } from './transactions.ts';

export type EntryFields = Patch['after'];

export interface EntrySubject {
  operation: Operation;
  /** The row on this device; null when it has none. */
  current: EntryFields | null;
  /**
   * The row as the user meant it, as far as known: the row on this device or the kept one, with the entry's values on
   * top.
   */
  meant: EntryFields;
}

/** Returns null for an entry without operations. */
export async function readEntrySubject(db: Database, entry: OutboxEntry): Promise<EntrySubject | null> {
  const operation = mainOperation(entry.operations);
  if (!operation) return null;
  if (operation.kind === 'call') return { operation, current: null, meant: fieldsOf(operation.arguments) };
  const id = 'row' in operation ? operation.row.id : operation.id;
  const kept = 'row' in operation ? operation.row : knownRow(entry, id);
  const row = await readRow(db, operation.table, id, kept ?? {});
  const current = row && fieldsOf(row);
  if ('row' in operation) return { operation, current, meant: fieldsOf(operation.row) };
  const after = operation.kind === 'patch' ? valuesNotApplied(entry.verdict, operation) : {};
  return { operation, current, meant: { ...(current ?? (kept && fieldsOf(kept))), ...after } };
}

/** The copy of a row that the entry kept when the server took the row away. */
export function keptRow({ content }: Pick<OutboxEntry, 'content'>, id: string): KeptRow['row'] | null {
  return content?.find((kept) => kept.row.id === id)?.row ?? null;
}

function knownRow(entry: Pick<OutboxEntry, 'content' | 'seen'>, id: string): KeptRow['row'] | null {
  return keptRow(entry, id) ?? entry.seen?.find((one) => one.row.id === id)?.row ?? null;
}

/**
 * The row that an operation changes or deletes, as far as the entry itself knows it, with the operation's values on
 * top. Null for an entry of an older version, which did not keep its rows.
 */
export function rowOf(entry: Pick<OutboxEntry, 'content' | 'seen'>, operation: Patch | Delete): KeptRow['row'] | null {
  const row = knownRow(entry, operation.id);
  return row && operation.kind === 'patch' ? { ...row, ...operation.after } : row;
}

/** A row on this device by its id; null when there is none. `lastSeen` tells where to look first. */
export async function readRow(
  db: Database,
  table: KeptRow['table'],
  id: string,
  lastSeen: object,
): Promise<KeptRow['row'] | null> {
  if (table !== 'transactions') return (await db.small[table].get(id)) ?? null;
  const { accountId, date } = fieldsOf(lastSeen);
  const known = typeof accountId === 'string' && typeof date === 'string';
  return findTransaction(db, id, known ? { accountId, date } : {});
}

/** The fields of a row that an entry can contain: texts, numbers, truth values, lines and null. */
export function fieldsOf(row: object): EntryFields {
  const fields: EntryFields = {};
  for (const [name, value] of Object.entries(row)) if (v.is(FieldValue, value)) fields[name] = value;
  return fields;
}
