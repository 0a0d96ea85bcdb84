/**
 * Which entries of the outbox may go to the server next, and how they return without a verdict. The sending itself is
 * sync's task.
 */

import { mailCallIn } from '#domain/mutations/mail-call';
import type { Database } from '../database/database.ts';
import { makeDeviceId } from '../database/device-id.ts';
import type { OutboxEntry } from '../database/records.ts';
import { fitting, isAddition, isFresh, isLarge, sizeOf } from './batch-members.ts';
import { type Batch, batchOf, breakBatchesInFlight, readBatches, startBatch, stretches } from './batches.ts';
import { mayNotOvertake, needs } from './dependencies.ts';
import { firstUnsent, isWaiting, waitingEntries } from './outbox.ts';

/**
 * Nothing is delayed longer than this from now. An entry that seems to be was delayed before the device's clock was set
 * back, so it goes.
 */
export const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * Takes entries to be sent, in order, and marks them as in flight: `size` operations, and one entry at least. Those
 * whose response was lost go first, under their old ids. Delayed entries, and entries that may not overtake them, are
 * left out. Entries that need a blocked entry are blocked. Another user's entries never go. Some go alone: what sends
 * mail (an invitation), a rename, the deletion of an account, and what does more with many rows than to add them. Call
 * this only when nothing is being sent: entries in flight are sent again.
 */
export async function takeForSending(db: Database, now: Date, size: number): Promise<OutboxEntry[]> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    await makeDeviceId(db);
    await breakBatchesInFlight(db);
    const [culprits, delayed, inFlight] = await Promise.all([
      db.outbox.where('state').equals('blocked').sortBy('seq'),
      delayedEntries(db, now),
      hasInFlight(db),
    ]);
    if (culprits.length === 0 && delayed.length === 0 && !inFlight) {
      const batch = await takeBatch(db, size);
      if (batch.length > 0) return batch;
    }
    return takeEach(db, await nextEntries(db, delayed, size), culprits);
  });
}

/**
 * Takes up to `size` operations of the additions directly after `last`, whose batch is in flight. Their order does not
 * matter, so they need not wait for its response. No entry is skipped, so they overtake nothing.
 */
export async function takeFollowing(db: Database, last: OutboxEntry, size: number): Promise<OutboxEntry[]> {
  if (!isAddition(last)) return [];
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const batches = await readBatches(db);
    const batch = batchOf(batches, last.seq);
    if (!batch || batch.versions) return [];
    const { entries } = await additionsFrom(db, batches, last.seq + 1, size);
    return startBatch(db, batches, entries);
  });
}

/**
 * Whether nothing is left after this settled entry: nothing in flight, nothing behind it. A cheap check, because
 * searching ten thousand entries that only wait for a pull takes as long as a batch.
 */
export async function isLast(db: Database, { seq }: OutboxEntry): Promise<boolean> {
  const [inFlight, behind] = await Promise.all([hasInFlight(db), db.outbox.where('seq').above(seq).limit(1).count()]);
  return !inFlight && behind === 0;
}

async function takeEach(db: Database, free: OutboxEntry[], culprits: OutboxEntry[]): Promise<OutboxEntry[]> {
  const sending: OutboxEntry[] = [];
  const changed: OutboxEntry[] = [];
  for (const entry of free.filter((one) => one.userId === db.userId).sort((a, b) => a.seq - b.seq)) {
    const culprit = culprits.find((one) => one.seq < entry.seq && waitsFor(entry, one));
    if (culprit) {
      entry.state = 'blocked';
      entry.blocked = { code: culprit.blocked?.code ?? '', by: culprit.blocked?.by ?? culprit.id };
      culprits.push(entry);
    } else {
      const [first] = sending;
      if (first && (goesAlone(entry) || goesAlone(first))) break;
      entry.state = 'in_flight';
      entry.attempts += 1;
      delete entry.holdUntil;
      sending.push(entry);
    }
    changed.push(entry);
  }
  await db.outbox.bulkPut(changed);
  return sending;
}

/** Whether the entry stands behind the blocked one. What may change very many rows names few of them. */
function waitsFor(entry: OutboxEntry, culprit: OutboxEntry): boolean {
  return culprit.wide === 1 ? mayNotOvertake(entry, culprit) : needs(entry, culprit);
}

/**
 * Whether the entry goes to the server in a request of its own: a mail does, and what changes many rows or may. The
 * server keeps all accounts of a request locked until its end.
 */
function goesAlone(entry: OutboxEntry): boolean {
  return mailCallIn(entry) !== null || entry.wide === 1 || isLarge(entry);
}

/**
 * The next additions, if one record may hold their state: they fill the request, nothing waits behind them, or they are
 * large or stand before a large entry. Otherwise they share a request with what follows. A large entry that is no
 * addition is taken by itself.
 */
async function takeBatch(db: Database, size: number): Promise<OutboxEntry[]> {
  const [first] = await firstUnsent(db, 1);
  if (first === undefined) return [];
  const batches = await readBatches(db);
  const { entries, next } = await additionsFrom(db, batches, first, size);
  if (entries.length > 0) {
    const isWhole = !next || isLarge(next) || entries.some(isLarge);
    return isWhole ? startBatch(db, batches, entries) : [];
  }
  return next && isLarge(next) && isOfNow(db, next) ? startBatch(db, batches, [next]) : [];
}

/** Whether the entry is as it was made, by this user, and says which rows it changes. */
function isOfNow(db: Database, entry: OutboxEntry): boolean {
  return isFresh(entry) && entry.userId === db.userId && entry.wide !== 1;
}

/** The additions from this number on that may make up a batch. No entry stands between them. */
async function additionsFrom(db: Database, batches: Batch[], seq: number, size: number): Promise<Beginning> {
  const seqs = await db.outbox.where('seq').aboveOrEqual(seq).limit(size).primaryKeys();
  const joins = (entry: OutboxEntry) => isAddition(entry) && isOfNow(db, entry) && !batchOf(batches, entry.seq);
  return readWhile(db, seqs, size, joins);
}

interface Beginning {
  entries: OutboxEntry[];
  /** The entry that ended them; undefined at the last entry, and when the request is full. */
  next: OutboxEntry | undefined;
}

/**
 * The first of these entries, while they are wanted and fit into the request. To read a large entry takes as long as to
 * read hundreds, so the parts in which they are read grow only while all are small.
 */
async function readWhile(
  db: Database,
  seqs: readonly number[],
  size: number,
  isWanted: (entry: OutboxEntry) => boolean,
): Promise<Beginning> {
  const entries: OutboxEntry[] = [];
  let left = seqs;
  for (let most = 1; left.length > 0 && sizeOf(entries) < size; ) {
    const part = await readThese(db, left.slice(0, most));
    left = left.slice(most);
    const end = part.findIndex((entry) => !isWanted(entry));
    entries.push(...(end === -1 ? part : part.slice(0, end)));
    if (end !== -1) return { entries: fitting(entries, size), next: part[end] };
    most = part.some(isLarge) ? 1 : most * 4;
  }
  return { entries: fitting(entries, size), next: undefined };
}

/** Consecutive numbers take one request. */
async function readThese(db: Database, seqs: number[]): Promise<OutboxEntry[]> {
  const [first, ...others] = stretches(seqs);
  if (first && others.length === 0) return db.outbox.where('seq').between(first.from, first.to, true, true).toArray();
  return (await db.outbox.bulkGet(seqs)).filter((entry) => entry !== undefined);
}

/** Entries that may be sent, those in flight first, as many as fit into a request of this size. */
async function nextEntries(db: Database, delayed: OutboxEntry[], size: number): Promise<OutboxEntry[]> {
  if (delayed.length > 0) {
    const free = await entriesNotBehind(db, delayed);
    const first = free.filter((entry) => entry.state === 'in_flight');
    return fitting([...first, ...free.filter((entry) => entry.state === 'pending')], size);
  }
  const inFlight = await db.outbox.where('state').equals('in_flight').limit(size).toArray();
  const unsent = await firstUnsent(db, size - inFlight.length);
  // A large entry goes alone, and those behind it may be as large.
  const { entries, next } = await readWhile(db, unsent, size, (entry) => !isLarge(entry));
  return fitting([...inFlight, ...(next && entries.length === 0 ? [next] : entries)], size);
}

/** Waiting entries that are not delayed and do not overtake a delayed one, directly or through other entries. */
async function entriesNotBehind(db: Database, delayed: OutboxEntry[]): Promise<OutboxEntry[]> {
  const ids = new Set(delayed.map((entry) => entry.id));
  const staying = [...delayed];
  const free: OutboxEntry[] = [];
  for (const entry of await waitingEntries(db)) {
    if (ids.has(entry.id)) continue;
    if (staying.some((other) => other.seq < entry.seq && mayNotOvertake(entry, other))) staying.push(entry);
    else free.push(entry);
  }
  return free;
}

async function delayedEntries(db: Database, now: Date): Promise<OutboxEntry[]> {
  const latest = new Date(now.getTime() + LONGEST_DELAY_MS);
  const delayed = await db.outbox
    .where('holdUntil')
    .between(now.toISOString(), latest.toISOString(), false, true)
    .toArray();
  return delayed.filter(isWaiting);
}

/** Whether any entry that is not in flight may be sent now. */
export async function hasSendable(db: Database, now: Date): Promise<boolean> {
  return db.transaction('r', db.outbox, db.meta, async () => {
    const delayed = await delayedEntries(db, now);
    if (delayed.length > 0) return (await entriesNotBehind(db, delayed)).some((entry) => entry.state === 'pending');
    return (await firstUnsent(db, 1)).length > 0;
  });
}

/** Whether anything was sent and has no response yet. */
export async function hasInFlight(db: Database): Promise<boolean> {
  if ((await db.outbox.where('state').equals('in_flight').limit(1).count()) > 0) return true;
  return (await readBatches(db)).some((batch) => !batch.versions);
}

/** The earliest moment at which a delayed entry may be sent, ISO, or null. */
export async function nextDelayed(db: Database, now: Date): Promise<string | null> {
  const moments = (await delayedEntries(db, now)).flatMap((entry) => entry.holdUntil ?? []);
  return moments.sort()[0] ?? null;
}

/** Undoes the attempt: the server turned these entries away unread. */
export async function takeBack(db: Database, entries: OutboxEntry[]): Promise<void> {
  await changeInFlight(db, entries, (entry) => {
    entry.attempts -= 1;
    if (entry.attempts === 0) entry.state = 'pending';
  });
}

/** Delays an entry for `heldMs` from `now`, because the server has been failing on it since `failedAt`. */
export async function delayEntry(
  db: Database,
  entry: OutboxEntry,
  { now, heldMs, failedAt }: { now: Date; heldMs: number; failedAt: string },
): Promise<void> {
  await changeInFlight(db, [entry], (one) => {
    one.state = 'pending';
    one.holdUntil = new Date(now.getTime() + heldMs).toISOString();
    one.failedAt = failedAt;
    one.heldMs = heldMs;
  });
}

/** Changes those of the entries that are still in flight. */
async function changeInFlight(db: Database, entries: OutboxEntry[], change: (entry: OutboxEntry) => void) {
  const ids = new Set(entries.map((entry) => entry.id));
  await db.outbox
    .where('state')
    .equals('in_flight')
    .modify((entry) => {
      if (ids.has(entry.id)) change(entry);
    });
}

/** Blocks an entry and all entries that need it. */
export async function block(db: Database, culprit: OutboxEntry, code: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    const blocked: OutboxEntry[] = [];
    for (const entry of await waitingEntries(db)) {
      const isCulprit = entry.id === culprit.id;
      if (!isCulprit && !blocked.some((earlier) => waitsFor(entry, earlier))) continue;
      blocked.push({ ...entry, state: 'blocked', blocked: { code, by: isCulprit ? null : culprit.id } });
    }
    await db.outbox.bulkPut(blocked);
  });
}
