/**
 * Which entries of the outbox may go to the server next, and how they come back when it decided nothing. It does not know how
 * they are sent (sync).
 */
import type { MailCall } from '#domain/operations';
import type { Database } from './database.ts';
import { mayNotOvertake, needs } from './dependencies.ts';
import { firstUnsent, isWaiting, type OutboxEntry, waitingEntries } from './outbox.ts';
import { breakRunsInFlight, isPlain, type Run, readRuns, runOf, startRun, stretches } from './runs.ts';

/**
 * Nothing is held back longer than this from now: what seems to be was held before the device's clock was set back, and goes.
 */
export const LONGEST_HOLD_MS = 60 * 60_000;

/**
 * Takes entries to be sent, in order, and marks them as in flight: those whose answer was lost first, under their old ids. Leaves
 * out what is held back and what may not overtake it, and blocks what needs a blocked entry. Never another user's. An entry that
 * travels alone (an invitation) comes alone. To be called when nothing is under way: what seems to be is sent again.
 */
export async function takeForSending(db: Database, now: Date, limit: number): Promise<OutboxEntry[]> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    await breakRunsInFlight(db);
    const [culprits, held, inFlight] = await Promise.all([
      db.outbox.where('state').equals('blocked').sortBy('seq'),
      heldEntries(db, now),
      hasInFlight(db),
    ]);
    if (culprits.length === 0 && held.length === 0 && !inFlight) {
      const run = await takeRun(db, limit);
      if (run.length > 0) return run;
    }
    return takeEach(db, await nextEntries(db, held, limit), culprits);
  });
}

/**
 * Takes up to `limit` additions that come right after `last`, whose batch is under way. Their order does not matter, so they need
 * not wait for its answer; and as nothing is passed over, they overtake nothing.
 */
export async function takeFollowing(db: Database, last: OutboxEntry, limit: number): Promise<OutboxEntry[]> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    const runs = await readRuns(db);
    const run = runOf(runs, last.seq);
    if (!run || run.versions) return [];
    const next = await db.outbox.where('seq').above(last.seq).limit(limit).toArray();
    return startRun(db, runs, plainBeginning(db, runs, next));
  });
}

/**
 * Whether nothing is left after this entry, which was answered: nothing under way, nothing behind it. Looking through an outbox of
 * ten thousand that wait for nothing but the next pull takes as long as a batch.
 */
export async function isLast(db: Database, { seq }: OutboxEntry): Promise<boolean> {
  const [inFlight, behind] = await Promise.all([hasInFlight(db), db.outbox.where('seq').above(seq).limit(1).count()]);
  return !inFlight && behind === 0;
}

async function takeEach(db: Database, free: OutboxEntry[], culprits: OutboxEntry[]): Promise<OutboxEntry[]> {
  const sending: OutboxEntry[] = [];
  const changed: OutboxEntry[] = [];
  for (const entry of free.filter((one) => one.userId === db.userId).sort((a, b) => a.seq - b.seq)) {
    const culprit = culprits.find((one) => one.seq < entry.seq && needs(entry, one));
    if (culprit) {
      entry.state = 'blocked';
      entry.blocked = { code: culprit.blocked?.code ?? '', by: culprit.blocked?.by ?? culprit.id };
      culprits.push(entry);
    } else {
      const [first] = sending;
      if (first && (mailCallIn(entry) || mailCallIn(first))) break;
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

/** The additions that come next, when they make up the next batch: all that waits, or `batch`. */
async function takeRun(db: Database, batch: number): Promise<OutboxEntry[]> {
  const unsent = await firstUnsent(db, batch);
  const [next] = stretches(unsent);
  if (!next || next.to - next.from + 1 < unsent.length) return [];
  const runs = await readRuns(db);
  const found = await db.outbox.where('seq').between(next.from, next.to, true, true).toArray();
  const run = plainBeginning(db, runs, found);
  return run.length < unsent.length ? [] : startRun(db, runs, run);
}

/** The entries up to the first that may not be of a new run. */
function plainBeginning(db: Database, runs: Run[], entries: OutboxEntry[]): OutboxEntry[] {
  const end = entries.findIndex((entry) => !isPlain(entry) || runOf(runs, entry.seq) || entry.userId !== db.userId);
  return end === -1 ? entries : entries.slice(0, end);
}

/** The invitation that the entry sends or sends again: it travels alone, because a mail goes with it and it has a door of its own. */
export function mailCallIn({ operations }: OutboxEntry): MailCall | null {
  const [first, ...others] = operations;
  if (first?.kind !== 'call' || others.length > 0) return null;
  return first.name === 'invitation.send' || first.name === 'invitation.resend' ? first : null;
}

/** Up to `limit` entries that may be sent, those in flight first. */
async function nextEntries(db: Database, held: OutboxEntry[], limit: number): Promise<OutboxEntry[]> {
  if (held.length > 0) {
    const free = await entriesNotBehind(db, held);
    const first = free.filter((entry) => entry.state === 'in_flight');
    return [...first, ...free.filter((entry) => entry.state === 'pending')].slice(0, limit);
  }
  // Reading in one go is many times faster than looking at each.
  const inFlight = await db.outbox.where('state').equals('in_flight').limit(limit).toArray();
  const pending = await firstUnsent(db, limit - inFlight.length);
  return [...inFlight, ...(await db.outbox.bulkGet(pending)).filter((entry) => entry !== undefined)];
}

/** Waiting entries that are neither held nor would overtake, through whatever others, one that is. */
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

/** Whether anything that is not on its way may be sent now. */
export async function hasSendable(db: Database, now: Date): Promise<boolean> {
  const held = await heldEntries(db, now);
  if (held.length > 0) return (await entriesNotBehind(db, held)).some((entry) => entry.state === 'pending');
  return (await firstUnsent(db, 1)).length > 0;
}

/** Whether anything was sent and has no answer yet. */
export async function hasInFlight(db: Database): Promise<boolean> {
  if ((await db.outbox.where('state').equals('in_flight').limit(1).count()) > 0) return true;
  return (await readRuns(db)).some((run) => !run.versions);
}

/** The earliest moment at which an entry that is held back may be sent, ISO, or null. */
export async function nextHeld(db: Database, now: Date): Promise<string | null> {
  const moments = (await heldEntries(db, now)).flatMap((entry) => entry.holdUntil ?? []);
  return moments.sort()[0] ?? null;
}

/** The server turned these away unread: no attempt was made. */
export async function takeBack(db: Database, entries: OutboxEntry[]): Promise<void> {
  await changeInFlight(db, entries, (entry) => {
    entry.attempts -= 1;
    if (entry.attempts === 0) entry.state = 'pending';
  });
}

/** Keeps an entry that the server has been failing on since `failedAt` from being sent for `heldMs` from `now` on. */
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

/** Those of the entries that still have no verdict. */
async function changeInFlight(db: Database, entries: OutboxEntry[], change: (entry: OutboxEntry) => void) {
  const ids = new Set(entries.map((entry) => entry.id));
  await db.outbox
    .where('state')
    .equals('in_flight')
    .modify((entry) => {
      if (ids.has(entry.id)) change(entry);
    });
}

/** Blocks an entry and all that needs it. */
export async function block(db: Database, culprit: OutboxEntry, code: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    const blocked: OutboxEntry[] = [];
    for (const entry of await waitingEntries(db)) {
      const isCulprit = entry.id === culprit.id;
      if (!isCulprit && !blocked.some((earlier) => needs(entry, earlier))) continue;
      blocked.push({ ...entry, state: 'blocked', blocked: { code, by: isCulprit ? null : culprit.id } });
    }
    await db.outbox.bulkPut(blocked);
  });
}
