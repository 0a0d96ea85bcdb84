/**
 * The only door through which a user's action reaches the local database: rows, totals, bases and outbox entry change in
 * one transaction, or nothing does. Nothing here waits for the network.
 */

import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import { type Call, Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import { Changeset } from './changeset.ts';
import { coalesce } from './coalesce.ts';
import type { Database } from './database.ts';
import { keepTimeOfEdit, timeOfEdit } from './edit-clock.ts';
import { applyOperation, isWide } from './effects.ts';
import { newId } from './new-id.ts';
import { placesOf } from './operation-places.ts';
import { type KeptRow, type OutboxEntry, openEntries, readEntry } from './outbox.ts';
import { lay, lift } from './overlay.ts';
import { askForPersistence, isTimeToAsk } from './persistence.ts';
import { StorageFailure, storageReason } from './storage-failure.ts';
import { takeOut } from './take-out.ts';

interface IntentContext {
  userId: string;
  userEmail: string;
  now: Date;
  /** Transactions that the operations patch or delete, as the user saw them: they tell on which pages the rows stand. */
  seen?: TransactionRow[];
  /** Keep the entry on this device until then, behind an Undo notice. */
  holdUntil?: Date;
  /** The `seq` of an entry that left the outbox and that this one stands for: what waited behind that comes after this. */
  seq?: number;
}

/** `invalid`: an operation breaks its schema. `not_found`: the row is not on this device. `wrong_user`: not their database. */
type IntentRefusal = 'invalid' | 'not_found' | 'wrong_user';

export class IntentError extends Error {
  override readonly name = 'IntentError';
  readonly reason: IntentRefusal;

  constructor(reason: IntentRefusal, options?: ErrorOptions) {
    super(`intent refused: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Applies the operations to the rows on this device and queues them as one mutation. Returns the id of the mutation, which
 * may be one that waits already and took the edit in; or what `refuse` answered, which is asked in the same transaction whether
 * the user may. Throws IntentError, or a StorageFailure when this device could not store it; then nothing was changed.
 */
export async function commitIntent<Refusal extends object = never>(
  db: Database,
  operations: Operation[],
  context: IntentContext,
  refuse: () => Promise<Refusal | null> = async () => null,
): Promise<string | NoInfer<Refusal>> {
  if (context.userId !== db.userId) throw new IntentError('wrong_user');
  const parsed = v.safeParse(v.pipe(v.array(Operation), v.minLength(1)), operations);
  if (!parsed.success) throw new IntentError('invalid', { cause: new v.ValiError(parsed.issues) });
  try {
    const tables = tablesOf(db, parsed.output, context);
    return await db.transaction('rw', tables, async () => commit(db, parsed.output, context, refuse));
  } catch (error) {
    const reason = storageReason(error);
    if (reason === 'storage') throw error;
    throw new StorageFailure(reason, { cause: error });
  }
}

/** An entry of a transaction waits for nobody who reads categories, budgets or people. */
function tablesOf(db: Database, operations: readonly Operation[], { seq }: IntentContext): Table[] {
  const isEntry = operations.every((operation) => operation.kind !== 'call' && operation.table === 'transactions');
  if (!isEntry || seq !== undefined) return db.tables;
  return [...db.ledger, db.bases, db.outbox, db.accounts, db.cursors, db.meta];
}

async function commit<Refusal extends object>(
  db: Database,
  operations: Operation[],
  context: IntentContext,
  refuse: () => Promise<Refusal | null>,
): Promise<string | Refusal> {
  const { userId, userEmail } = context;
  const changes = new Changeset(db);
  // Together, for what costs time is the way to the database and back.
  const [refusal, editedAt] = await Promise.all([
    refuse(),
    timeOfEdit(db, context.now),
    changes.readAhead(placesOf(operations, context.seen ?? [])),
  ]);
  if (refusal) return refusal;
  const folded = context.seq === undefined ? await foldedEntry(changes, operations) : null;
  for (const row of context.seen ?? []) await changes.hint(row);
  const seen: KeptRow[] = [];
  for (const operation of operations) {
    seen.push(...(await rowsBefore(changes, operation)));
    const missing = await applyOperation(changes, operation, { userId, userEmail });
    if (missing) throw new IntentError('not_found');
  }
  const kept = Promise.all([changes.save(), keepTimeOfEdit(db, editedAt)]);
  if (folded) {
    await Promise.all([kept, db.outbox.put({ ...folded, editedAt })]);
    return folded.id;
  }
  const entry: Omit<OutboxEntry, 'seq'> & { seq?: number } = {
    id: newId(),
    userId,
    userEmail,
    editedAt,
    operations,
    state: 'pending',
    rows: [...changes.touched.values()],
    attempts: 0,
    createdAt: context.now.toISOString(),
  };
  if (seen.length > 0) entry.seen = seen;
  if (operations.some(isWide)) entry.wide = 1;
  if (context.holdUntil) entry.holdUntil = context.holdUntil.toISOString();
  if (context.seq !== undefined) entry.seq = context.seq;
  const [seq] = await Promise.all([db.outbox.add(entry), kept]);
  if (isTimeToAsk(seq)) askAfterwards(db);
  // Rows show the entries in their order.
  if (context.seq !== undefined) await lay(db, await lift(db, entry.rows));
  return entry.id;
}

/** The row that the operation changes or deletes, as the user sees it until then. */
async function rowsBefore(changes: Changeset, operation: Operation): Promise<KeptRow[]> {
  if (operation.kind === 'call') return rowsOfCall(changes.db, operation);
  if (operation.kind !== 'patch' && operation.kind !== 'delete') return [];
  const { table, id } = operation;
  const row = table === 'transactions' ? (await changes.transaction(id))?.row : await changes.db.small[table].get(id);
  return row ? [{ table, row }] : [];
}

/** The invitation that a call names by its id, or the membership with the account or budget that it is of. */
async function rowsOfCall(db: Database, call: Call): Promise<KeptRow[]> {
  if (!('id' in call.arguments) || call.name === 'invitation.send') return [];
  const { id } = call.arguments;
  if (!call.name.startsWith('membership.')) {
    const row = await db.invitations.get(id);
    return row ? [{ table: 'invitations', row }] : [];
  }
  const row = await db.memberships.get(id);
  if (!row) return [];
  const table = row.budgetId === null ? 'accounts' : 'budgets';
  const place = await db.small[table].get(row.budgetId ?? row.accountId);
  return [{ table: 'memberships', row }, ...(place ? [{ table, row: place } as const] : [])];
}

/** Without waiting for the browser, and least of all for the user whom it may ask. */
function askAfterwards(db: Database): void {
  Dexie.ignoreTransaction(() => {
    // An answer that cannot be kept is asked for again another time.
    askForPersistence(db).catch(() => {});
  });
}

/** The last entry on the row that a single patch changes, with the patch taken in; null when it travels as an entry of its own. */
async function foldedEntry(changes: Changeset, operations: Operation[]): Promise<OutboxEntry | null> {
  const [patch, ...others] = operations;
  if (patch?.kind !== 'patch' || others.length > 0 || !(await changes.isOverlaid(patch.table, patch.id))) return null;
  const last = (await openEntries(changes.db, [[patch.table, patch.id]])).at(-1);
  const merged = last && coalesce(last, patch);
  return merged ? { ...last, operations: [merged] } : null;
}

/**
 * Undo of a mutation that was never sent: takes it back with everything it did (and every edit that was folded into it).
 * Returns false when it is too late; then the way back is a new intent.
 */
export async function cancelIntent(db: Database, mutationId: string): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    const entry = await readEntry(db, mutationId);
    if (entry?.state !== 'pending' || entry.attempts > 0) return false;
    await takeOut(db, entry);
    return true;
  });
}
