/**
 * Which entries of the outbox may go to the server next, and how they return without a verdict. The sending itself is
 * sync's task.
 */

import { mailCallIn } from '#domain/mail-call';
import type { Database } from '../database/database.ts';
import { makeDeviceId } from '../database/device-id.ts';
import type { OutboxEntry } from '../database/records.ts';
import { fitting, isAddition, isFresh, isLarge, sizeOf } from './batch-members.ts';
import { mayNotOvertake, needs } from './dependencies.ts';
import {
  breakInsertBatchesInFlight,
  type InsertBatch,
  insertBatchOf,
  readInsertBatches,
  startInsertBatch,
  stretches,
} from './insert-batches.ts';
import { firstUnsent, isWaiting, waitingEntries } from './outbox.ts';

/**
 * Nothing is held back longer than this from now. An entry that seems to be was held before the device's clock was set
 * back, so it goes.
 */
export const LONGEST_HOLD_MS = 60 * 60_000;

/**
 * Takes entries to be sent, in order, and marks them as in flight: `size` operations, and one entry at least. Those
 * whose response was lost go first, under their old ids. Held entries, and entries that may not overtake them, are left
 * out. Entries that need a blocked entry are blocked. Another user's entries never go. Some go alone: what sends mail
 * (an invitation), a rename, the deletion of an account, and what does more with many rows than to add them. Call this
 * only when nothing is being sent: entries in flight are sent again.
 */
export async function takeForSending(db: Database, now: Date, size: number): Promise<OutboxEntry[]> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    await makeDeviceId(db);
    await breakInsertBatchesInFlight(db);
    const [culprits, held, inFlight] = await Promise.all([
      db.outbox.where('state').equals('blocked').sortBy('seq'),
      heldEntries(db, now),
      hasInFlight(db),
    ]);
    if (culprits.length === 0 && held.length === 0 && !inFlight) {
      const batch = await takeInsertBatch(db, size);
      if (batch.length > 0) return batch;
    }
    return takeEach(db, await nextEntries(db, held, size), culprits);
  });
}

/**
 * Takes up to `size` operations of the additions directly after `last`, whose batch is in flight. Their order does not
 * matter, so they need not wait for its response. No entry is skipped, so they overtake nothing.
 */
export async function takeFollowing(db: Database, last: OutboxEntry, size: number): Promise<OutboxEntry[]> {
  if (!isAddition(last)) return [];
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const batches = await readInsertBatches(db);
    const batch = insertBatchOf(batches, last.seq);
    if (!batch || batch.versions) return [];
    const next = await db.outbox.where('seq').above(last.seq).first();
    if (!next || !isAddition(next) || !mayJoin(db, next) || insertBatchOf(batches, next.seq)) return [];
    const following = isLarge(next)
      ? await largeFrom(db, batches, next, size)
      : smallBeginning(db, batches, await db.outbox.where('seq').above(last.seq).limit(size).toArray());
    return startInsertBatch(db, batches, fitting(following, size));
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

/** The next insertions, if they make up a whole batch: everything that waits, or `size` of it. Or a large entry. */
async function takeInsertBatch(db: Database, size: number): Promise<OutboxEntry[]> {
  const unsent = await firstUnsent(db, size);
  const [next] = stretches(unsent);
  const first = next && (await db.outbox.get(next.from));
  if (!first || !mayJoin(db, first)) return [];
  const batches = await readInsertBatches(db);
  // Where many large entries wait, reading all of them for each request would take longer than sending one.
  if (isLarge(first)) return startInsertBatch(db, batches, await largeFrom(db, batches, first, size));
  if (next.to - next.from + 1 < unsent.length) return [];
  const found = await db.outbox.where('seq').between(next.from, next.to, true, true).toArray();
  const batch = smallBeginning(db, batches, found);
  return batch.length < unsent.length ? [] : startInsertBatch(db, batches, fitting(batch, size));
}

/** Whether the entry may join an insert batch, or be one by itself. */
function mayJoin(db: Database, entry: OutboxEntry): boolean {
  if (!isFresh(entry) || entry.userId !== db.userId || entry.wide === 1) return false;
  return isLarge(entry) || isAddition(entry);
}

/** The small entries before the first one that cannot join a new insert batch. */
function smallBeginning(db: Database, batches: InsertBatch[], entries: OutboxEntry[]): OutboxEntry[] {
  const end = entries.findIndex(
    (entry) => isLarge(entry) || !mayJoin(db, entry) || insertBatchOf(batches, entry.seq) !== undefined,
  );
  return end === -1 ? entries : entries.slice(0, end);
}

/** This large entry, with the large additions after it that fit into the request. They are read one by one. */
async function largeFrom(
  db: Database,
  batches: InsertBatch[],
  first: OutboxEntry,
  size: number,
): Promise<OutboxEntry[]> {
  const taken = [first];
  let last = first;
  while (isAddition(last) && sizeOf(taken) < size) {
    const next = await db.outbox.where('seq').above(last.seq).first();
    if (!next || !isLarge(next) || !isAddition(next)) break;
    if (!mayJoin(db, next) || insertBatchOf(batches, next.seq)) break;
    taken.push(next);
    last = next;
  }
  return fitting(taken, size);
}

/** Entries that may be sent, those in flight first, as many as fit into a request of this size. */
async function nextEntries(db: Database, held: OutboxEntry[], size: number): Promise<OutboxEntry[]> {
  if (held.length > 0) {
    const free = await entriesNotBehind(db, held);
    const first = free.filter((entry) => entry.state === 'in_flight');
    return fitting([...first, ...free.filter((entry) => entry.state === 'pending')], size);
  }
  // One bulk read is many times faster than a check of each entry.
  const inFlight = await db.outbox.where('state').equals('in_flight').limit(size).toArray();
  const [next, ...others] = await firstUnsent(db, size - inFlight.length);
  const first = next === undefined ? undefined : await db.outbox.get(next);
  if (!first) return fitting(inFlight, size);
  // A large entry goes alone, and those behind it may be as large.
  const behind = isLarge(first) ? [] : await db.outbox.bulkGet(others);
  return fitting([...inFlight, first, ...behind.filter((entry) => entry !== undefined)], size);
}

/** Waiting entries that are not held and do not overtake a held one, directly or through other entries. */
async function entriesNotBehind(db: Database, held: OutboxEntry[]): Promise<OutboxEntry[]> {
  const ids = new Set(held.map((entry) => entry.id));
  const staying = [...held];
  const free: OutboxEntry[] = [];
  for (const entry of await waitingEntries(db)) {
    if (ids.has(entry.id)) continue;
    if (staying.some((other) => other.seq < entry.seq && mayNotOvertake(entry, other))) staying.push(entry);
    else free.push(entry);
  }
  return free;
}

async function heldEntries(db: Database, now: Date): Promise<OutboxEntry[]> {
  const latest = new Date(now.getTime() + LONGEST_HOLD_MS);
  const held = await db.outbox
    .where('holdUntil')
    .between(now.toISOString(), latest.toISOString(), false, true)
    .toArray();
  return held.filter(isWaiting);
}

/** Whether any entry that is not in flight may be sent now. */
export async function hasSendable(db: Database, now: Date): Promise<boolean> {
  return db.transaction('r', db.outbox, db.meta, async () => {
    const held = await heldEntries(db, now);
    if (held.length > 0) return (await entriesNotBehind(db, held)).some((entry) => entry.state === 'pending');
    return (await firstUnsent(db, 1)).length > 0;
  });
}

/** Whether anything was sent and has no response yet. */
export async function hasInFlight(db: Database): Promise<boolean> {
  if ((await db.outbox.where('state').equals('in_flight').limit(1).count()) > 0) return true;
  return (await readInsertBatches(db)).some((batch) => !batch.versions);
}

/** The earliest moment at which a held entry may be sent, ISO, or null. */
export async function nextHeld(db: Database, now: Date): Promise<string | null> {
  const moments = (await heldEntries(db, now)).flatMap((entry) => entry.holdUntil ?? []);
  return moments.sort()[0] ?? null;
}

/** Undoes the attempt: the server turned these entries away unread. */
export async function takeBack(db: Database, entries: OutboxEntry[]): Promise<void> {
  await changeInFlight(db, entries, (entry) => {
    entry.attempts -= 1;
    if (entry.attempts === 0) entry.state = 'pending';
  });
}

/** Holds an entry back for `heldMs` from `now`, because the server has been failing on it since `failedAt`. */
export async function holdBack(
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
