/** The mutations that send again what the server did not take of an entry. */
import { plainFields } from '#domain/mutations/changed-fields';
import { unitsOf } from '#domain/mutations/mutation-slices';
import { isOnTransaction } from '#domain/mutations/operation-groups';
import type { Operation, Restore } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { seenOf } from '#domain/mutations/seen';
import type { Fields } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import type { NewMutation } from '../optimistic/mutations.ts';
import { eachNotTaken } from '../outbox/not-taken.ts';
import { readRow } from '../queries/rows/entry-subject.ts';
import { sendingLostAgain } from './lost.ts';
import { rowsBefore, transactionsIn } from './rows-before.ts';
import { editOf, supersededAgain } from './superseded.ts';

/**
 * Of a superseded entry only what was not applied. Runs when the entry is off the rows. Transactions that do not belong
 * together go apart, also those of an entry of v0.2.0. An entry that was refused as a whole although it went apart goes
 * unit by unit, because that server decides on whole mutations only (S72e).
 */
export async function againOf(db: Database, entry: OutboxEntry): Promise<NewMutation[]> {
  if (entry.notTaken) {
    const each = await Promise.all(eachNotTaken(entry).map((one) => operationsAgain(db, one)));
    return [{ operations: each.flat(), apart: true }].filter(isSome);
  }
  const operations = await operationsAgain(db, entry);
  const units = unitsOf(operations, transfersOf(entry));
  const ofTransactions = units.filter((unit) => unit.every(isOnTransaction));
  const isWhole = ofTransactions.length < 2;
  if (isWhole || !entry.apart || entry.verdict?.status !== 'rejected') {
    return [{ operations, apart: !isWhole }].filter(isSome);
  }
  return units.map((unit) => ({ operations: unit }));
}

function isSome({ operations }: NewMutation): boolean {
  return operations.length > 0;
}

async function operationsAgain(db: Database, entry: OutboxEntry): Promise<Operation[]> {
  if (entry.state === 'lost') return sendingLostAgain(db, entry);
  const { verdict, operations } = entry;
  if (verdict?.status === 'superseded' && verdict.reason === 'newer') return supersededAgain(db, entry);
  const again = verdict?.status === 'superseded' ? restorations(entry) : operations;
  const possible = await Promise.all(again.map((operation) => onStandingRow(db, entry, operation)));
  return possible.filter((operation) => operation !== null);
}

/**
 * What would bring a row back that stands again changes that row. The server would take it for another of its id. Null
 * where the row is as wanted.
 */
async function onStandingRow(db: Database, entry: OutboxEntry, operation: Operation): Promise<Operation | null> {
  if (operation.kind !== 'restore') return operation;
  const { table, row } = operation;
  const current = await readRow(db, table, row.id, row);
  return current ? editOf(table, current, wishedOf(entry, row), seenOf(current)) : operation;
}

/** The fields that the entry changes of the row. */
function wishedOf(entry: OutboxEntry, wanted: Restore['row']): Fields {
  const changes = entry.operations.flatMap((one) => (one.kind === 'patch' && one.id === wanted.id ? [one.after] : []));
  if (changes.length > 0) return Object.assign({}, ...changes);
  const before = plainFields(transactionsIn(entry.seen).find(({ id }) => id === wanted.id) ?? {});
  const fields = Object.entries(plainFields(wanted));
  return Object.fromEntries(fields.filter(([field, value]) => !sameValue(before[field], value)));
}

/** A transaction that was deleted meanwhile is restored with the user's values. */
function restorations({ operations, content }: OutboxEntry): Operation[] {
  const rows = transactionsIn(content);
  return operations.map((operation) => {
    const row = operation.kind === 'patch' && rows.find((one) => one.id === operation.id);
    if (!row) return ofUser(operation);
    const { version, userId, userEmail, ...writable } = row;
    // The key of an occurrence comes with an addition or a link only.
    const isOfFile = operation.kind === 'patch' && operation.scheduleId === undefined;
    const key = isOfFile ? operation.key : undefined;
    return { kind: 'restore', table: 'transactions', row: writable, ...(key !== undefined && { key }) };
  });
}

/** The user wants it all the same, so the row comes back whoever deleted it. */
function ofUser(operation: Operation): Operation {
  if (operation.kind === 'insert' && operation.table === 'transactions' && operation.key !== undefined) {
    return { ...operation, again: true };
  }
  if (operation.kind !== 'restore') return operation;
  const { undo, ...restore } = operation;
  return restore;
}

/** The transfer of each transaction that was a side of one, by its id. */
function transfersOf(entry: OutboxEntry): ReadonlyMap<string, string> {
  return new Map(rowsBefore(entry).flatMap(({ id, transferId }) => (transferId === null ? [] : [[id, transferId]])));
}
