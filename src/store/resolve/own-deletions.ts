/**
 * What this device has deleted, after the entry has left the outbox. A server that is set back to a backup brings such
 * transactions back, and nobody else knows that they were not wanted any more (S29l).
 */

import * as v from 'valibot';
import { Mutation, type Operation } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import { dropMeta, readMeta, writeMeta } from '../database/meta.ts';
import type { OutboxEntry, Page, RowKey, ScopeCursor } from '../database/records.ts';
import { eachPage } from '../ledger/ledger.ts';

const Deletion = v.object({
  seq: v.number(),
  mutation: Mutation,
  userEmail: v.string(),
  createdAt: v.string(),
  /** Account to the number that the deletion took in its log. */
  versions: v.record(v.string(), v.number()),
});
type Deletion = v.InferOutput<typeof Deletion>;

// Readers of the clock's keys get what is stored between them, so this one stands after them.
const KEY = 'what-was-deleted';

/** Transactions that are remembered, the last ones. More would make each deletion slow. */
const MOST = 1000;

async function readDeletions(db: Database): Promise<Deletion[]> {
  return (await readMeta(db, KEY, v.array(Deletion))) ?? [];
}

/** Remembers those of the applied entries that deleted transactions and did nothing else. */
export async function rememberDeletions(db: Database, applied: readonly OutboxEntry[]): Promise<void> {
  const added = applied.flatMap((entry) => deletionOf(entry) ?? []);
  if (added.length === 0) return;
  await write(db, [...(await readDeletions(db)), ...added]);
}

async function write(db: Database, deletions: readonly Deletion[]): Promise<void> {
  let count = 0;
  const kept = [...deletions].reverse().filter(({ mutation }) => {
    count += mutation.operations.length;
    return count <= MOST;
  });
  if (kept.length > 0) await writeMeta(db, KEY, kept.reverse());
  else await dropMeta(db, KEY);
}

function deletionOf(entry: OutboxEntry): Deletion | null {
  const { seq, operations, userEmail, createdAt, verdict } = entry;
  const areDeletions = operations.every((one) => one.kind === 'delete' && one.table === 'transactions');
  if (!areDeletions || verdict?.status !== 'applied') return null;
  // Only what belongs to a mutation.
  const mutation = v.parse(Mutation, entry);
  return { seq, mutation, userEmail, createdAt, versions: verdict.versions };
}

/**
 * The deletions that the restored server has forgotten, as entries that go again under their ids. What has come back
 * since is left out, and what the user has wanted something else of since. `floors`: by account, the head of the
 * restored log. Runs on bare rows, before scopes are dropped.
 */
export async function forgottenDeletions(
  db: Database,
  cursors: Iterable<ScopeCursor>,
  floors: ReadonlyMap<string, number>,
): Promise<OutboxEntry[]> {
  const deletions = await readDeletions(db);
  if (deletions.length === 0) return [];
  const isForgotten = ({ versions }: Deletion) =>
    Object.entries(versions).some(([accountId, version]) => version > (floors.get(accountId) ?? version));
  const current = new Set<string>();
  for (const { scope } of cursors) {
    const note = ({ rows }: Page) => {
      for (const { id } of rows) current.add(id);
    };
    await eachPage(db, note, scope);
  }
  const [forgotten, others] = [deletions.filter(isForgotten), deletions.filter((one) => !isForgotten(one))];
  await write(db, others);
  const written = await lastEntries(db, forgotten);
  return forgotten.flatMap((one) => {
    const isStill = (id: string) => !current.has(id) && (written.get(id) ?? 0) <= one.seq;
    return entryOf(db, one, isStill) ?? [];
  });
}

/** The number of the last entry that names each of the deleted transactions. */
async function lastEntries(db: Database, deletions: readonly Deletion[]): Promise<Map<string, number>> {
  const rows = deletions.flatMap(({ mutation }) => mutation.operations.flatMap(rowOf));
  const entries = await db.outbox.where('rows').anyOf(rows).distinct().sortBy('seq');
  return new Map(entries.flatMap(({ seq, rows }) => rows.map(([, id]) => [id, seq])));
}

function rowOf(operation: Operation): RowKey[] {
  return operation.kind === 'delete' ? [[operation.table, operation.id]] : [];
}

/** `isStill`: whether the transaction still has to go. */
function entryOf(db: Database, deletion: Deletion, isStill: (id: string) => boolean): OutboxEntry | null {
  const { seq, mutation, userEmail, createdAt } = deletion;
  const { id, editedAt, cursors, apart, action, undoes } = mutation;
  const operations = mutation.operations.filter((one) => one.kind === 'delete' && isStill(one.id));
  if (operations.length === 0) return null;
  return {
    seq,
    id,
    userId: db.userId,
    userEmail,
    editedAt,
    operations,
    ...(cursors && { cursors }),
    ...(apart && { apart }),
    ...(action && { action }),
    ...(undoes && { undoes }),
    state: 'in_flight',
    rows: operations.flatMap(rowOf),
    // The backup may be older than the row.
    ...(operations.length === 1 && { goneIsDone: true as const }),
    attempts: 1,
    createdAt,
  };
}
