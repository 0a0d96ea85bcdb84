/**
 * The only door through which a user's action changes the local database. Rows, totals, bases and outbox entry change
 * in one transaction, or nothing does. Nothing here waits for the network.
 */

import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import { unitsOf } from '#domain/mutations/mutation-slices';
import { groupsOf } from '#domain/mutations/operation-groups';
import { placesOf } from '#domain/mutations/operation-places';
import { Operation } from '#domain/mutations/operations';
import { isMerge } from '#domain/mutations/renames';
import type { TransactionRow } from '#domain/rows';
import type { ActionPart } from '../actions/actions.ts';
import type { Database } from '../database/database.ts';
import { dropSaved, type SavedDraft } from '../database/drafts.ts';
import { type FormerNames, formerNamesIn } from '../database/former-names.ts';
import { FORMER_NAMES } from '../database/former-names-key.ts';
import { HANDED_OVER, isHandedOverIn } from '../database/handed-over.ts';
import { readStored } from '../database/meta.ts';
import { newId } from '../database/new-id.ts';
import { askForPersistence, isTimeToAsk } from '../database/persistence.ts';
import type { KeptRow, OutboxEntry } from '../database/records.ts';
import { StorageFailure, storageReason } from '../database/storage-failure.ts';
import { type Author, Changeset } from './changeset.ts';
import { coalescedEntry } from './coalesced-entry.ts';
import { CLOCK_KEYS, clockIn, createdAtStamp, keepTimeOfEdit, type Stamp, timeOfEdit } from './edit-clock.ts';
import { applyTogether, isMultiRow } from './effects.ts';
import { findRows } from './find-rows.ts';
import { cursorsFor, withSeen } from './knowledge.ts';
import { reachOf, rebase } from './rebase.ts';
import { rowsBefore } from './rows-before.ts';
import { takenByMerge } from './taken-by-merge.ts';

interface MutationContext {
  userId: string;
  userEmail: string;
  now: Date;
  /**
   * Transactions that the operations patch or delete, as the user saw them. They tell which pages hold the rows, and
   * what the user had seen.
   */
  seen?: TransactionRow[];
  /** The entry stays on this device until this moment, behind an Undo toast. */
  holdUntil?: Date;
  /**
   * The `seq` of an entry that left the outbox and that this one replaces. Entries that waited behind that one come
   * after this one.
   */
  seq?: number;
  /**
   * The operations only add transactions whose ids were made just now. No other entry touches such a row, so no base is
   * read.
   */
  isNew?: boolean;
  /** Set when the operations send again a copy of what a restored server lost. */
  copy?: Copy;
  /**
   * The mutation's id, where a repeated attempt makes the same mutation again. Its rows then keep their `createdAt`,
   * because the server takes an id for one content only.
   */
  id?: string;
  /** The action that all the mutations belong to. Without it, each one is an action of its own. */
  action?: string | undefined;
  /** What the operations save. It goes in the same transaction, so nobody is offered what they have saved. */
  draft?: SavedDraft | undefined;
  /** Gives the categories in the mutations their present names, in the same transaction. */
  underPresentNames?: UnderPresentNames | undefined;
}

/**
 * `former` is still being read, because everything is read together. `mutations` are the given ones under present
 * names. `made` makes categories that they name and an account lacks. It is a mutation of its own. It comes first,
 * unless the others take the place of an entry (`seq`).
 */
export type UnderPresentNames = (
  mutations: readonly NewMutation[],
  former: Promise<FormerNames>,
) => Promise<{ mutations: readonly NewMutation[]; made: Operation[] }>;

interface Copy {
  /** The server's time at which the copy was whole, ISO. It stamps the mutation. */
  asOf: string;
  /** Account to the number of its log up to which the restored server agrees with the copy. */
  cursors: Record<string, number>;
  /** How often the copy was sent. */
  resent: number;
}

/** What becomes one mutation. */
export interface NewMutation {
  operations: Operation[];
  /** Its transactions are independent: one that the server refuses keeps no other one out (S72a). */
  apart?: boolean | undefined;
  /** The action that it takes back. */
  undoes?: string | undefined;
}

/**
 * `invalid`: an operation breaks its schema. `not_found`: the row is not on this device. `wrong_user`: the database is
 * another user's, or was handed over to one.
 */
type MutationRefusal = 'invalid' | 'not_found' | 'wrong_user';

export class MutationError extends Error {
  override readonly name = 'MutationError';
  readonly reason: MutationRefusal;

  constructor(reason: MutationRefusal, options?: ErrorOptions) {
    super(`mutation refused: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Applies the operations to the rows on this device and queues them as one mutation. Returns the id of the mutation;
 * when the edit coalesced with a waiting entry, that entry's id. `refuse` runs in the same transaction; anything but
 * null stops the mutation and is returned. Throws MutationError, or StorageFailure when this device could not store it.
 * After an error nothing has changed.
 */
export async function commitMutation<Refusal extends object = never>(
  db: Database,
  operations: Operation[],
  context: MutationContext,
  refuse: () => Promise<Refusal | null> = async () => null,
): Promise<string | NoInfer<Refusal>> {
  const committed = await commitMutations(db, [{ operations }], context, refuse);
  return Array.isArray(committed) ? (committed[0]?.mutationId ?? '') : committed;
}

/**
 * Does the same with several mutations: all of them are queued, or none. They have the time, the draft and the hold of
 * the context in common. Returns what each of them did, in order.
 */
export async function commitMutations<Refusal extends object = never>(
  db: Database,
  mutations: readonly NewMutation[],
  context: MutationContext,
  refuse: () => Promise<Refusal | null> = async () => null,
): Promise<ActionPart[] | NoInfer<Refusal>> {
  if (context.userId !== db.userId) throw new MutationError('wrong_user');
  try {
    const tables = tablesOf(db, mutations.flatMap(operationsOf), context);
    return await db.transaction('rw', tables, async () => writeMutations(db, mutations, context, refuse));
  } catch (error) {
    const reason = storageReason(error);
    if (reason === 'storage') throw error;
    throw new StorageFailure(reason, { cause: error, userId: db.userId });
  }
}

function operationsOf({ operations }: NewMutation): Operation[] {
  return operations;
}

const Operations = v.pipe(v.array(Operation), v.minLength(1));

/**
 * An entry of a transaction locks only the tables that it uses. So it waits for no readers of budgets or people. A new
 * one may take the place of what a schedule says.
 */
function tablesOf(db: Database, operations: readonly Operation[], context: MutationContext): Table[] {
  const { seq, draft, isNew, underPresentNames } = context;
  const isEntry = operations.every((operation) => operation.kind !== 'call' && operation.table === 'transactions');
  if (!isEntry || seq !== undefined) return db.tables;
  const tables = [...db.ledger, db.bases, db.outbox, db.accounts, db.cursors, db.meta];
  return [
    ...tables,
    ...(isNew ? [db.schedules] : []),
    ...(underPresentNames ? [db.categories] : []),
    ...(draft ? [db.drafts] : []),
  ];
}

async function writeMutations<Refusal extends object>(
  db: Database,
  mutations: readonly NewMutation[],
  context: MutationContext,
  refuse: () => Promise<Refusal | null>,
): Promise<ActionPart[] | Refusal> {
  const { copy, seen: shown = [] } = context;
  const changes = new Changeset(db, { places: new Map(), noBases: context.isNew === true });
  const given = mutations.flatMap(operationsOf);
  // In parallel, because each round trip to the database costs time.
  const reading = readStored(db, [HANDED_OVER, FORMER_NAMES, ...CLOCK_KEYS]);
  const [refusal, [handedOver, , ...clock], { mutations: present, made }, cursors] = await Promise.all([
    refuse(),
    reading,
    context.underPresentNames?.(
      mutations,
      reading.then(([, former]) => formerNamesIn(former)),
    ) ?? { mutations, made: [] },
    copy?.cursors ??
      cursorsFor(
        db,
        given.filter((operation) => !isPatch(operation)),
      ),
    changes.readAhead(placesOf(given, shown)),
  ]);
  if (refusal) return refusal;
  if (isHandedOverIn(handedOver)) throw new MutationError('wrong_user');
  const stamp = copy ? { at: copy.asOf, isEarlier: false } : timeOfEdit(clockIn(clock), context.now);
  await findRows(changes, given, shown);
  const rows = new Map(shown.map((row) => [row.id, row]));
  if (made.length > 0) {
    const { userId, userEmail, now } = context;
    const known = { stamp, cursors, rows, isLast: true };
    await writeMutation(new Changeset(db), { operations: made }, { userId, userEmail, now }, known);
  }
  const parts: ActionPart[] = [];
  for (const mutation of present) {
    const isLast = parts.length === present.length - 1;
    parts.push(await writeMutation(changes, mutation, context, { stamp, cursors, rows, isLast }));
  }
  return parts;
}

interface Known {
  stamp: Stamp;
  /** Those of operations that are no patches. */
  cursors: Record<string, number>;
  /** Transactions as the user saw them, by id. */
  rows: ReadonlyMap<string, TransactionRow>;
  /** Whether rows and totals are written with this mutation, because no other one follows. */
  isLast: boolean;
}

async function writeMutation(
  changes: Changeset,
  given: NewMutation,
  context: MutationContext,
  { stamp, rows, isLast, ...known }: Known,
): Promise<ActionPart> {
  const { db } = changes;
  const { userId, userEmail, now, copy, id, draft } = context;
  const parsed = v.safeParse(Operations, given.operations);
  if (!parsed.success) throw new MutationError('invalid', { cause: new v.ValiError(parsed.issues) });
  const stamped = copy || id ? parsed.output : createdAtStamp(parsed.output, now, stamp);
  changes.beginEntry();
  const operations = await withSeen(changes, stamped, rows);
  // A patch names its row's account only now.
  const cursors = copy ? known.cursors : { ...known.cursors, ...(await cursorsFor(db, operations.filter(isPatch))) };
  const isOwn = copy !== undefined || id !== undefined || context.seq !== undefined;
  const coalesced = isOwn ? null : await coalescedEntry(changes, operations, cursors);
  const merge = operations.find(isMerge);
  const taken = merge && (await takenByMerge(db, merge));
  const before = await apply(changes, operations, { userId, userEmail, ...(copy && { resent: copy.resent }) });
  const kept = isLast && Promise.all([changes.save(), copy ? null : keepTimeOfEdit(db, stamp), dropSaved(db, draft)]);
  if (coalesced) {
    await Promise.all([kept, db.outbox.put({ ...coalesced, editedAt: stamp.at })]);
    return { mutationId: coalesced.id, ...inAction(coalesced), operations, before };
  }
  const apart = apartIn(given, operations);
  const seen = [...before, ...broughtBack(operations, context)];
  const of = { ...inAction(context), ...(given.undoes && { undoes: given.undoes }) };
  const made = { editedAt: stamp.at, cursors, seen, reach: reachOf(changes), ...apart, ...of };
  const entry = newEntry(operations, context, made);
  const [seq] = await Promise.all([db.outbox.add(entry), kept]);
  if (isTimeToAsk(seq)) askAfterwards(db);
  // Rows show the entries in their order, so the entries after this one are replayed.
  if (context.seq !== undefined) await rebase(db, entry.rows, async ({ entries }) => entries);
  return { mutationId: entry.id, ...inAction(entry), operations, before, taken, ...apart };
}

/** A single unit is decided as a whole anyway. */
function apartIn({ apart }: NewMutation, operations: Operation[]): Pick<OutboxEntry, 'apart'> {
  return apart && unitsOf(operations).length > 1 ? { apart } : {};
}

function inAction({ action }: { action?: string | undefined }): Pick<OutboxEntry, 'action'> {
  return action === undefined ? {} : { action };
}

/** Applies the operations. Returns the rows that they change or delete, as the user saw them before. */
async function apply(changes: Changeset, operations: Operation[], author: Author): Promise<KeptRow[]> {
  const seen: KeptRow[] = [];
  for (const group of groupsOf(operations)) {
    seen.push(...(await rowsBefore(changes, group)));
    const missing = await applyTogether(changes, group, author);
    if (missing.length > 0) throw new MutationError('not_found');
  }
  return seen;
}

/** The rows that operations bring back, as the user last saw them: what they want else of such a row is an edit. */
function broughtBack(operations: readonly Operation[], { seen = [] }: MutationContext): KeptRow[] {
  const ids = new Set(operations.flatMap((one) => (one.kind === 'restore' ? [one.row.id] : [])));
  return ids.size === 0
    ? []
    : seen.flatMap((row) => (ids.has(row.id) ? [{ table: 'transactions' as const, row }] : []));
}

function newEntry(
  operations: Operation[],
  { userId, userEmail, now, holdUntil, seq, copy, id = newId() }: MutationContext,
  {
    cursors,
    seen,
    reach,
    ...made
  }: Required<Pick<OutboxEntry, 'editedAt' | 'cursors' | 'seen'>> &
    Pick<OutboxEntry, 'apart' | 'action' | 'undoes'> & { reach: ReturnType<typeof reachOf> },
): Omit<OutboxEntry, 'seq'> & { seq?: number } {
  return {
    id,
    userId,
    userEmail,
    ...made,
    operations,
    state: 'pending',
    ...reach,
    attempts: 0,
    createdAt: now.toISOString(),
    ...(seen.length > 0 && { seen }),
    ...(Object.keys(cursors).length > 0 && { cursors }),
    ...(copy && { resent: copy.resent }),
    ...(operations.some(isMultiRow) && { wide: 1 }),
    ...(holdUntil && { holdUntil: holdUntil.toISOString() }),
    ...(seq !== undefined && { seq }),
  };
}

function isPatch({ kind }: Operation): boolean {
  return kind === 'patch';
}

/** Outside the transaction: it must not wait for the browser, nor for the user whom the browser may ask. */
function askAfterwards(db: Database): void {
  Dexie.ignoreTransaction(() => {
    // If the answer cannot be stored, the app asks again another time.
    askForPersistence(db).catch(() => {});
  });
}
