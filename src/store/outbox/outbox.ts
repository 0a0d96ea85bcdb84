/**
 * The outbox holds every mutation of the user until it is settled:
 *
 *   pending ─sent─▶ in_flight ─verdict─▶ applied ─cursors reach its versions─▶ (gone)
 *      ▲                │  ▲              superseded, rejected ─user decides─▶ (gone, or a new mutation)
 *      │                │  └─ no answer: sent again under the same id
 *      ├─retry, culprit settled─ blocked ◀─ the server cannot take it, or it needs a blocked entry
 *      └──retry── lost: the server had the row until a backup was restored
 *
 * This file defines the states of an entry and reads the outbox. It does not know what entries do to rows (effects.ts),
 * which entries may go next (sending.ts), or how they are sent (sync). Entries of a batch may have their state
 * in the batch's record (batches.ts), so the state of an entry must be read here.
 */

import type { Database } from '../database/database.ts';
import type { OutboxEntry, OutboxState, RowKey } from '../database/records.ts';
import { isLarge } from './batch-members.ts';
import { asTheyStand, batchOf, readBatches } from './batches.ts';

/** States of entries that wait to reach the server. */
const WAITING: readonly OutboxState[] = ['pending', 'in_flight'];

/** States of entries of which the server took at least a part. */
const DECIDED: readonly OutboxState[] = ['applied', 'superseded'];

/** States of entries that the server did not take as they are, or lost. They stay until the user decides. */
const TO_SETTLE: readonly OutboxState[] = ['superseded', 'rejected', 'blocked', 'lost'];

/** Whether the entry still shapes what the user sees (base plus open entries). */
export function isOpen(entry: OutboxEntry): boolean {
  if (entry.state === 'rejected' || entry.state === 'lost' || entry.notTaken) return false;
  return !entry.absorbed;
}

/** Whether the entry waits to reach the server. */
export function isWaiting({ state }: OutboxEntry): boolean {
  return WAITING.includes(state);
}

/** Entries that wait to reach the server, in the order of entry. */
export async function waitingEntries(db: Database): Promise<OutboxEntry[]> {
  // One read for each state, because several states in one read would be read one by one.
  const [batches, ...found] = await Promise.all([
    readBatches(db),
    ...WAITING.map((state) => db.outbox.where('state').equals(state).toArray()),
  ]);
  const waiting = asTheyStand(batches, found.flat()).filter(isWaiting);
  return waiting.sort((a, b) => a.seq - b.seq);
}

/** The first entries that wait to reach the server. */
export async function firstWaiting(db: Database, limit: number): Promise<OutboxEntry[]> {
  const seqs = (await waitingSeqs(db)).sort((a, b) => a - b).slice(0, limit);
  return (await db.outbox.bulkGet(seqs)).filter((entry) => entry !== undefined);
}

async function waitingSeqs(db: Database): Promise<number[]> {
  const [inFlight, pending, batches] = await Promise.all([
    db.outbox.where('state').equals('in_flight').primaryKeys(),
    db.outbox.where('state').equals('pending').primaryKeys(),
    readBatches(db),
  ]);
  return [...inFlight, ...pending.filter((seq) => !batchOf(batches, seq)?.versions)];
}

/** The entry of this mutation, if it is still in the outbox. */
export async function readEntry(db: Database, mutationId: string): Promise<OutboxEntry | undefined> {
  const [entry, batches] = await Promise.all([db.outbox.get({ id: mutationId }), readBatches(db)]);
  return entry && asTheyStand(batches, [entry])[0];
}

/** Numbers of the first entries that wait to be sent, in order: never sent, or turned away unread. */
export async function firstUnsent(db: Database, limit: number): Promise<number[]> {
  const batches = await readBatches(db);
  // Entries of batches are among them, because they are `pending` in the table.
  const ofBatches = batches.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const seqs = await db.outbox
    .where('state')
    .equals('pending')
    .limit(limit + ofBatches)
    .primaryKeys();
  return seqs.filter((seq) => !batchOf(batches, seq)).slice(0, limit);
}

/** Whether a later entry reaches rows that it does not name. Which rows, depends on the entries before it. */
export async function isMultiRowAfter(db: Database, { seq }: OutboxEntry): Promise<boolean> {
  return (await db.outbox.where('wide').equals(1).primaryKeys()).some((later) => later > seq);
}

/**
 * Numbers of the entries with a verdict that applied at least a part of them. Of batches only those of whose
 * versions `isWanted` is true.
 */
export async function decidedSeqs(
  db: Database,
  isWanted: (versions: Readonly<Record<string, number>>) => boolean = () => true,
): Promise<number[]> {
  // One read for each state, because several states in one read would be read one by one.
  const [batches, ...seqs] = await Promise.all([
    readBatches(db),
    ...DECIDED.map((state) => db.outbox.where('state').equals(state).primaryKeys()),
  ]);
  const applied = batches.filter(({ versions }) => versions && isWanted(versions));
  const ofBatches = applied.map(({ from, to }) => db.outbox.where('seq').between(from, to, true, true).primaryKeys());
  return [...seqs, ...(await Promise.all(ofBatches))].flat();
}

/** Number of entries that wait to reach the server. */
export async function countWaiting(db: Database): Promise<number> {
  const [batches, ...counts] = await Promise.all([
    readBatches(db),
    ...WAITING.map((state) => db.outbox.where('state').equals(state).count()),
  ]);
  if (batches.some((batch) => batch.versions)) return (await waitingSeqs(db)).length;
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Entries that the user has to settle: superseded, rejected, blocked, lost; oldest first. */
export function entriesToSettle(db: Database): Promise<OutboxEntry[]> {
  return db.outbox.where('state').anyOf(TO_SETTLE).sortBy('seq');
}

/** Number of entries that the user has to settle. */
export async function countToSettle(db: Database): Promise<number> {
  // One count for each state: several in one would step through the entries.
  const counts = await Promise.all(TO_SETTLE.map((state) => db.outbox.where('state').equals(state).count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether the user has to settle the entry. */
export function isToSettle({ state }: OutboxEntry): boolean {
  return TO_SETTLE.includes(state);
}

/** Open entries in the order of entry; only those on these rows, when rows are given. */
export async function openEntries(db: Database, rows?: RowKey[]): Promise<OutboxEntry[]> {
  // An entry may touch hundreds of these rows. It is read once, and not for each of them.
  if (rows) return openEntriesOf(db, await seqsOn(db, rows));
  const [entries, batches] = await Promise.all([allEntries(db), readBatches(db)]);
  return asTheyStand(batches, entries).filter(isOpen);
}

/** Mostly the outbox has fewer entries. Of large ones, so many are read at once. */
const FEW = 4;

/**
 * All entries, in parts: those of an import hold hundreds of rows each, and would keep the page busy for too long. What
 * comes next may be large, so a part is small beside what was read already.
 */
async function allEntries(db: Database): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = [];
  for (let most = FEW; ; ) {
    const last = entries.at(-1)?.seq ?? Number.NEGATIVE_INFINITY;
    const part = await db.outbox.where('seq').above(last).limit(most).toArray();
    entries.push(...part);
    if (part.length < most) return entries;
    most = part.some(isLarge) ? FEW : Math.max(FEW * FEW, Math.ceil(entries.length / FEW));
  }
}

/** Looks at so many entries together. Mostly the first of them is open, and each may hold hundreds of rows. */
const LOOK = 5;

/** Whether any entry is open. Does not read all of them: those of an import would keep the page busy for too long. */
export async function hasOpenEntries(db: Database): Promise<boolean> {
  const seqs = await db.outbox.orderBy('seq').primaryKeys();
  for (let from = 0; from < seqs.length; from += LOOK)
    if ((await openEntriesOf(db, seqs.slice(from, from + LOOK))).length > 0) return true;
  return false;
}

/** Numbers of the entries on these rows. */
export function seqsOn(db: Database, rows: readonly RowKey[]): Promise<number[]> {
  return db.outbox.where('rows').anyOf(rows).distinct().primaryKeys();
}

/** Those of the entries with these numbers that are open, in the order of entry. */
export async function openEntriesOf(db: Database, seqs: readonly number[]): Promise<OutboxEntry[]> {
  const ordered = [...seqs].sort((a, b) => a - b);
  const [entries, batches] = await Promise.all([db.outbox.bulkGet(ordered), readBatches(db)]);
  const found = entries.filter((entry) => entry !== undefined);
  return asTheyStand(batches, found).filter(isOpen);
}
