/**
 * Push: send what waits, in order, and note the verdicts. A reply changes the outbox and nothing else; rows of the server
 * come by pull only (S10). SPEC.md S1–S9.
 */
import type { Verdict } from '#domain/verdicts';
import type { Database } from '#store/database';
import { isOpen, needs, type OutboxEntry, takeForSending } from '#store/outbox';
import { lay, lift } from '#store/overlay';
import type { Moment } from './environment.ts';
import { type Remote, RemoteFailure } from './remote.ts';

const BATCH = 500;

/** What a cycle pushes in: how many at once, halved while the server cannot take a batch. */
export interface PushProgress {
  size: number;
  /** Entries that got their verdict. */
  decided: number;
}

export function startPushing(): PushProgress {
  return { size: BATCH, decided: 0 };
}

/**
 * Sends one batch. `done`: nothing (more) to send. Throws RemoteFailure when the queue has to wait; entries without a
 * verdict are then sent again under their old ids.
 */
export async function pushOnce(
  db: Database,
  remote: Remote,
  now: () => Moment,
  progress: PushProgress,
): Promise<'more' | 'done'> {
  const entries = await takeForSending(db, new Date(now()), progress.size);
  if (entries.length === 0) return 'done';
  try {
    const answer = await remote.push(db.userId, entries.map(toMutation));
    if (answer.user !== db.userId) throw new RemoteFailure('forbidden_user');
    const decided = await recordVerdicts(db, entries, answer.verdicts);
    // An answer that says nothing about what was asked would be asked for for ever.
    if (decided === 0) throw new RemoteFailure('malformed');
    progress.decided += decided;
    progress.size = Math.min(BATCH, progress.size * 2);
    return 'more';
  } catch (failure) {
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (failure.reason === 'unauthorized') await takeBack(db, entries);
    if (failure.reason !== 'server') throw failure;
    await narrowDown(db, remote, entries, failure, progress);
    return 'more';
  }
}

function toMutation({ id, editedAt, operations }: OutboxEntry) {
  return { id, editedAt, operations };
}

/** A refused session decided nothing: no attempt was made (S6). */
async function takeBack(db: Database, entries: OutboxEntry[]): Promise<void> {
  const ids = new Set(entries.map((entry) => entry.id));
  await db.outbox
    .where('state')
    .equals('in_flight')
    .modify((entry) => {
      if (!ids.has(entry.id)) return;
      entry.attempts -= 1;
      if (entry.attempts === 0) entry.state = 'pending';
    });
}

/** The server could not take a batch: smaller ones follow, until one entry is the culprit and is blocked (S7). */
async function narrowDown(
  db: Database,
  remote: Remote,
  entries: OutboxEntry[],
  failure: RemoteFailure,
  progress: PushProgress,
): Promise<void> {
  const [culprit, ...others] = entries;
  if (others.length > 0) {
    progress.size = Math.ceil(entries.length / 2);
    return;
  }
  // A server that cannot even take nothing is ill; then nobody is the culprit.
  await remote.push(db.userId, []);
  if (culprit) await block(db, culprit, failure.code ?? failure.reason);
  progress.size = 1;
}

/** Blocks an entry and all that needs it. */
async function block(db: Database, culprit: OutboxEntry, code: string): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const waiting = await db.outbox.where('state').anyOf('pending', 'in_flight').sortBy('seq');
    const blocked: OutboxEntry[] = [];
    for (const entry of waiting) {
      const isCulprit = entry.id === culprit.id;
      if (!isCulprit && !blocked.some((earlier) => needs(entry, earlier))) continue;
      blocked.push({ ...entry, state: 'blocked', blocked: { code, by: isCulprit ? null : culprit.id } });
    }
    await db.outbox.bulkPut(blocked);
  });
}

/**
 * Notes the verdicts on entries that were sent and have none yet; a second verdict on the same entry says the same (S3). What
 * was not applied comes off the rows and keeps its content. Returns how many entries were decided.
 */
export async function recordVerdicts(
  db: Database,
  sent: Pick<OutboxEntry, 'seq'>[],
  verdicts: Verdict[],
): Promise<number> {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return db.transaction('rw', db.tables, async () => {
    const found = await db.outbox.bulkGet(sent.map((entry) => entry.seq));
    const known = found.filter((entry) => entry !== undefined);
    const decided = known.flatMap((entry): OutboxEntry[] => {
      const verdict = byId.get(entry.id);
      return verdict && !entry.verdict ? [{ ...entry, state: verdict.status, verdict }] : [];
    });
    const refused = decided.filter((entry) => entry.state !== 'applied');
    if (refused.length === 0) {
      await db.outbox.bulkPut(decided);
      return decided.length;
    }
    const lifted = await lift(
      db,
      refused.flatMap((entry) => entry.rows),
    );
    const now = new Map(decided.map((entry) => [entry.id, keepContent(entry, lifted.seen)]));
    await db.outbox.bulkPut([...now.values()]);
    await lay(db, { ...lifted, entries: lifted.entries.map((entry) => now.get(entry.id) ?? entry) }, isOpen);
    return decided.length;
  });
}

/** What a refused entry made of its rows, for the user who has to decide (G1). */
function keepContent(entry: OutboxEntry, seen: Map<string, NonNullable<OutboxEntry['content']>[number]>): OutboxEntry {
  if (entry.state === 'applied') return entry;
  const rows = entry.rows.flatMap(([table, id]) => seen.get(`${table} ${id}`) ?? []);
  return rows.length > 0 ? { ...entry, content: rows } : entry;
}
