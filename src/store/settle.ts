/**
 * What the user may decide about an entry that the server did not take or has lost: try again, as a new intent under a new id,
 * or let it go, and whatever of it still showed in the rows with it. Either way what was blocked behind it may go on.
 */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from './database.ts';
import { commitIntent } from './intents.ts';
import { isOwn, isPossible, sendingAgain } from './lost.ts';
import { newId } from './new-id.ts';
import { isToSettle, type KeptRow, type OutboxEntry } from './outbox.ts';
import { freeDependants, takeOut } from './take-out.ts';

/** Lets the entry go. Returns false when it is settled already, or on its way to the server. */
export async function discardEntry(db: Database, mutationId: string): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => (await take(db, mutationId)) !== null);
}

/**
 * Queues the same operations again. Returns false when the entry is settled already; throws an IntentError when a row that it
 * changes is no longer on this device, and then leaves everything as it was.
 */
export async function retryEntry(db: Database, mutationId: string, now: Date): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    if (await retryBlocked(db, mutationId)) return true;
    const entry = await take(db, mutationId);
    if (!entry) return false;
    const { userId, userEmail } = entry;
    const operations = entry.state === 'lost' ? await sendingLostAgain(db, entry) : again(entry);
    if (operations.length > 0) await commitIntent(db, operations, { userId, userEmail, now, seen: rowsBefore(entry) });
    return true;
  });
}

/** In its old place, for what waited behind it has to come after it still. Its rows show it already. */
async function retryBlocked(db: Database, mutationId: string): Promise<boolean> {
  const entry = await db.outbox.get({ id: mutationId });
  if (entry?.state !== 'blocked') return false;
  const { blocked, failedAt, heldMs, ...rest } = entry;
  await db.outbox.put({ ...rest, id: newId(), state: 'pending', attempts: 0 });
  await freeDependants(db, mutationId);
  return true;
}

async function sendingLostAgain(db: Database, { operations }: OutboxEntry): Promise<Operation[]> {
  const again = await Promise.all(operations.map((operation) => sendingAgain(db, operation)));
  return again.filter((operation) => operation !== null);
}

/**
 * Sends everything again that a restored server lost, in an order in which what is needed comes first. But not what somebody
 * else entered: it would be the user's, and their own device may have it still.
 */
export async function retryLost(db: Database, now: Date): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const { id, operations, content = [] } of await db.outbox.where('state').equals('lost').sortBy('seq')) {
      const possible = await Promise.all(operations.map((operation) => isPossible(db, operation)));
      if (!possible.includes(false) && content.every(({ row }) => isOwn(db, row))) await retryEntry(db, id, now);
    }
  });
}

async function take(db: Database, mutationId: string): Promise<OutboxEntry | null> {
  const entry = await db.outbox.get({ id: mutationId });
  if (!entry || !isToSettle(entry)) return null;
  await takeOut(db, entry);
  return entry;
}

/** What to ask for this time: of a transaction that was deleted meanwhile, that it comes back as the user had it. */
function again({ operations, verdict, content }: OutboxEntry): Operation[] {
  const wasDeleted = verdict?.status === 'superseded' && verdict.reason === 'deleted';
  if (!wasDeleted) return operations;
  const rows = transactionsIn(content);
  return operations.map((operation) => {
    const row = operation.kind === 'patch' && rows.find((one) => one.id === operation.id);
    if (!row) return operation;
    const { version, userId, userEmail, ...writable } = row;
    return { kind: 'restore', table: 'transactions', row: writable };
  });
}

/** The transactions as they were before the entry changed or deleted them: where they stand now that it does not hold. */
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
