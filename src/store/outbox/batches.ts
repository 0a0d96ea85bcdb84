/**
 * Batches with a record: consecutive entries that only add transactions go to the server together, and one record holds
 * the state of all of them. The same holds for a large entry that goes alone, whatever it does. Writing every entry
 * before and after sending would take longer than the server does: an entry of an import stands under each of its 500
 * rows in an index. The entries themselves stay `pending` in the outbox; readers combine both (`asTheyStand`). An entry
 * that was written since then states its own state.
 *
 * This file does not know which entries may be sent when (sending.ts).
 */

import * as v from 'valibot';
import type { Verdict } from '#domain/mutations/verdicts';
import type { Database } from '../database/database.ts';
import { dropMeta, readMeta, writeMeta } from '../database/meta.ts';
import type { OutboxEntry } from '../database/records.ts';
import { accountsOf, isAddition } from './batch-members.ts';

/** The pending entries from one `seq` to another, both included. */
const Batch = v.object({
  from: v.number(),
  to: v.number(),
  /** Account to version, once all of the batch was applied; null while it is in flight. */
  versions: v.nullable(v.record(v.string(), v.number())),
});
export type Batch = v.InferOutput<typeof Batch>;

export const BATCHES = 'runs';

export async function readBatches(db: Database): Promise<Batch[]> {
  // When the record cannot be read, its entries are sent again, and the server repeats its verdicts (S3).
  return (await readMeta(db, BATCHES, v.array(Batch))) ?? [];
}

async function writeBatches(db: Database, batches: Batch[]): Promise<void> {
  if (batches.length > 0) await writeMeta(db, BATCHES, batches);
  else await dropMeta(db, BATCHES);
}

/** The batch that holds the state of a pending entry, if any. */
export function batchOf(batches: Batch[], seq: number): Batch | undefined {
  return batches.find(({ from, to }) => from <= seq && seq <= to);
}

/** The entries with the state that their batches give them. */
export function asTheyStand(batches: Batch[], entries: OutboxEntry[]): OutboxEntry[] {
  return entries.map((entry) => {
    const batch = entry.state === 'pending' ? batchOf(batches, entry.seq) : undefined;
    if (!batch) return entry;
    const sent = { ...entry, attempts: entry.attempts + 1 };
    if (!batch.versions) return { ...sent, state: 'in_flight' };
    return {
      ...sent,
      state: 'applied',
      verdict: { id: entry.id, status: 'applied', versions: versionsOf(entry, batch) },
    };
  });
}

/** An entry that does more than add transactions is a batch by itself, so all of the batch's accounts are its own. */
function versionsOf(entry: OutboxEntry, { versions }: Batch): Record<string, number> {
  if (!isAddition(entry)) return versions ?? {};
  return Object.fromEntries(accountsOf(entry).map((id) => [id, versions?.[id] ?? 0]));
}

/**
 * Records that these entries are in flight. No other entry waits between their numbers. Returns them in their new
 * state.
 */
export async function startBatch(db: Database, batches: Batch[], entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  if (entries.length === 0) return [];
  const batch = { ...boundsOf(entries), versions: null };
  await writeBatches(db, [...batches, batch]);
  return asTheyStand([batch], entries);
}

/**
 * Records the verdicts on entries of a batch in flight in one write. This needs all of them applied as a whole.
 * Otherwise returns false, and each verdict has to be written by itself.
 */
export async function noteApplied(db: Database, entries: OutboxEntry[], verdicts: Verdict[]): Promise<boolean> {
  const versions = commonVersions(entries, verdicts);
  if (!versions) return false;
  return db.transaction('rw', db.meta, async () => {
    const batches = await readBatches(db);
    const { from, to } = boundsOf(entries);
    const batch = batchOf(batches, from);
    if (!batch || batch.versions || batch.to < to) return false;
    await writeBatches(db, [...without(batches, from, to), { from, to, versions }]);
    return true;
  });
}

/** The last version in each account. Entries that have an earlier one come back with it. */
function commonVersions(entries: OutboxEntry[], verdicts: Verdict[]): Batch['versions'] {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  const common: Record<string, number> = {};
  for (const entry of entries) {
    const verdict = byId.get(entry.id);
    if (verdict?.status !== 'applied' || verdict.notTaken || !isOfItsAccounts(entry, verdict.versions)) return null;
    for (const [id, version] of Object.entries(verdict.versions)) common[id] = Math.max(version, common[id] ?? 0);
  }
  return common;
}

/** Whether the entry's versions can be told from those of its batch. */
function isOfItsAccounts(entry: OutboxEntry, versions: Record<string, number>): boolean {
  const accounts = accountsOf(entry);
  const areAll = Object.keys(versions).length === accounts.length && accounts.every((id) => id in versions);
  return areAll || !isAddition(entry);
}

/**
 * Writes the batch's state into these entries, if their batch is in flight, because each of them is about to get its
 * own state.
 */
export async function breakBatch(db: Database, entries: Pick<OutboxEntry, 'seq'>[]): Promise<void> {
  if (entries.length > 0) await breakBatchesWithin(db, boundsOf(entries));
}

async function breakBatchesWithin(db: Database, { from, to }: Pick<Batch, 'from' | 'to'>): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    const batches = await readBatches(db);
    const broken = batches.filter((batch) => !batch.versions && batch.from <= to && from <= batch.to);
    if (broken.length === 0) return;
    for (const batch of broken) {
      const reach = [Math.max(from, batch.from), Math.min(to, batch.to)] as const;
      const entries = await db.outbox
        .where('seq')
        .between(...reach, true, true)
        .toArray();
      await db.outbox.bulkPut(asTheyStand([batch], entries));
    }
    await writeBatches(db, without(batches, from, to));
  });
}

/** Breaks every batch that another tab or a closed page left in flight. */
export async function breakBatchesInFlight(db: Database): Promise<void> {
  await breakBatchesWithin(db, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
}

/** Cuts these numbers out of the batches in flight; what is before and after them remains. */
function without(batches: Batch[], from: number, to: number): Batch[] {
  return batches.flatMap((batch) => {
    if (batch.versions || batch.to < from || to < batch.from) return batch;
    const before = { ...batch, to: from - 1 };
    const after = { ...batch, from: to + 1 };
    return [before, after].filter((part) => part.from <= part.to);
  });
}

function boundsOf(entries: Pick<OutboxEntry, 'seq'>[]): { from: number; to: number } {
  const [from, to] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  return { from, to };
}

/**
 * Deletes entries from the outbox, given in order; consecutive numbers take one request. Batches without entries are
 * deleted, too.
 */
export async function closeEntries(db: Database, seqs: number[]): Promise<void> {
  for (const { from, to } of stretches(seqs)) {
    // Dexie counts what is in a range before it deletes it.
    if (from === to) await db.outbox.delete(from);
    else await db.outbox.where('seq').between(from, to, true, true).delete();
  }
  const batches = await readBatches(db);
  if (batches.length === 0) return;
  const left = await Promise.all(
    batches.map(({ from, to }) => db.outbox.where('seq').between(from, to, true, true).count()),
  );
  await writeBatches(
    db,
    batches.filter((_, n) => left[n] !== 0),
  );
}

/** Groups consecutive numbers, in order. */
export function stretches(seqs: number[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const seq of seqs) {
    const last = found.at(-1);
    if (last && last.to + 1 === seq) last.to = seq;
    else found.push({ from: seq, to: seq });
  }
  return found;
}

/** Deletes all batch records; from then on each entry states its own state. */
export async function forgetBatches(db: Database): Promise<void> {
  await dropMeta(db, BATCHES);
}
