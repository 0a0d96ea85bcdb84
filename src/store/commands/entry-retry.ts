/**
 * Commands `entry.retry` and `lost.retry`: an entry that the server did not take or has lost is queued again under a
 * new id. Entries that were blocked behind it may go on.
 */

import type { Operation } from '#domain/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { KeptRow, OutboxEntry } from '../database/records.ts';
import { commitMutation, MutationError } from '../optimistic/mutations.ts';
import { isOwn, isPossible, sendingLostAgain } from '../resolve/lost.ts';
import { supersededAgain } from '../resolve/superseded.ts';
import { freeDependants, takeToSettle } from '../resolve/take-out.ts';
import { underPresentNamesAlone } from './chosen-categories.ts';

/**
 * Queues again what was not applied. Refused as `settled` when the entry is settled or being sent. Refused as
 * `not_found` when a row that it changes is no longer on this device. After a refusal nothing has changed.
 */
export async function retryEntry(
  db: Database,
  mutationId: string,
  now: Date,
): Promise<Outcome<object, never, 'settled' | 'not_found'>> {
  try {
    return (await queueAgain(db, mutationId, now)) ? { ok: true } : refuseForm('settled');
  } catch (error) {
    if (error instanceof MutationError && error.reason === 'not_found') return refuseForm('not_found');
    throw error;
  }
}

/** Returns false when the entry is not one that the user has to settle. */
async function queueAgain(db: Database, mutationId: string, now: Date): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    if (await retryBlocked(db, mutationId)) return true;
    const entry = await takeToSettle(db, mutationId);
    if (!entry) return false;
    const { userId, userEmail } = entry;
    const operations = await again(db, entry);
    if (operations.length === 0) return true;
    const seen = rowsBefore(entry);
    // A lost entry says how far its device was, and the server carries its names along.
    const present = entry.state === 'lost' ? operations : await underPresentNamesAlone(db, operations, { now, seen });
    await commitMutation(db, present, { userId, userEmail, now, seen, ...copyIn(entry) });
    return true;
  });
}

/** The entry keeps its place, because entries behind it still have to come after it. Its rows already show it. */
async function retryBlocked(db: Database, mutationId: string): Promise<boolean> {
  const entry = await db.outbox.get({ id: mutationId });
  if (entry?.state !== 'blocked') return false;
  const { blocked, failedAt, heldMs, ...rest } = entry;
  await db.outbox.put({ ...rest, id: newId(), state: 'pending', attempts: 0 });
  await freeDependants(db, mutationId);
  return true;
}

/** The operations to send this time: of a superseded entry only what was not applied. */
async function again(db: Database, entry: OutboxEntry): Promise<Operation[]> {
  if (entry.state === 'lost') return sendingLostAgain(db, entry);
  const { verdict, operations } = entry;
  if (verdict?.status !== 'superseded') return operations;
  return verdict.reason === 'deleted' ? restorations(entry) : supersededAgain(db, entry);
}

/** A lost entry goes up as the copy that it is, and not as an edit of today. */
function copyIn({ state, editedAt, cursors = {}, resent = 0 }: OutboxEntry) {
  return state === 'lost' ? { copy: { asOf: editedAt, cursors, resent: resent + 1 } } : {};
}

/**
 * Sends everything again that a restored server lost; rows that others need come first. Skips what somebody else
 * entered: it would become the user's, and the author's own device may still have it.
 */
export async function retryLost(db: Database, now: Date): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const { id, operations, content = [] } of await db.outbox.where('state').equals('lost').sortBy('seq')) {
      const possible = await Promise.all(operations.map((operation) => isPossible(db, operation)));
      if (!possible.includes(false) && content.every(({ row }) => isOwn(db, row))) await queueAgain(db, id, now);
    }
  });
}

/** A transaction that was deleted meanwhile is restored with the user's values. */
function restorations({ operations, content }: OutboxEntry): Operation[] {
  const rows = transactionsIn(content);
  return operations.map((operation) => {
    const row = operation.kind === 'patch' && rows.find((one) => one.id === operation.id);
    if (!row) return ofUser(operation);
    const { version, userId, userEmail, ...writable } = row;
    const key = operation.kind === 'patch' ? operation.key : undefined;
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

/** The transactions as they were before the entry changed or deleted them. Without the entry they have these places. */
function rowsBefore({ operations, content, seen }: OutboxEntry): TransactionRow[] {
  const changed = transactionsIn(content).map((row) => {
    const before = { ...row };
    for (const operation of operations.toReversed()) {
      if (operation.kind === 'patch' && operation.id === row.id) Object.assign(before, operation.before);
    }
    return before;
  });
  return [...changed, ...transactionsIn(seen)];
}

function transactionsIn(content: KeptRow[] = []): TransactionRow[] {
  return content.flatMap(({ row }) => (isTransaction(row) ? [row] : []));
}

function isTransaction(row: KeptRow['row']): row is TransactionRow {
  return 'date' in row && 'amount' in row;
}
