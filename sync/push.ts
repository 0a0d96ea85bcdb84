/**
 * Push: send what waits, in order, and note the verdicts. A reply changes the outbox and, before the first pull, the epoch (S18);
 * rows of the server come by pull only (S10). SPEC.md S1–S9, S27, S28, S35.
 */
import type { Mutation } from '#domain/operations';
import type { Verdict } from '#domain/verdicts';
import type { Database } from '#store/database';
import { isOpen, type OutboxEntry } from '#store/outbox';
import { lay, lift } from '#store/overlay';
import { breakRun, noteApplied } from '#store/runs';
import { isLast, mailCallIn, takeBack, takeFollowing, takeForSending } from '#store/sending';
import type { Moment } from './environment.ts';
import type { PushAnswer } from './protocol.ts';
import { noteFirstEpoch } from './pull-state.ts';
import { type PushRemote, RemoteFailure, type RemoteReason } from './remote.ts';
import { setAside } from './set-aside.ts';

/** `first` gets through a slow line within the time that a request may take; more than `most` the server does not take. */
const BATCH = { first: 500, most: 1000 };
/** What is answered within so many milliseconds may be followed by more than the first batch. */
const QUICK_MS = 2000;

/** What a cycle pushes in. */
interface PushProgress {
  /** How many at once: more while that goes quickly, half while the server cannot take a batch. */
  size: number;
  /** Whether the next batch may be under way before an answer: at first, and while answers come quickly. */
  quick: boolean;
  /** What is under way while the answer on the batch before it is awaited. */
  ahead: Sent | null;
  /** Entries that got their verdict. */
  decided: number;
}

interface Sent {
  entries: OutboxEntry[];
  sentAt: Moment;
  answer: Promise<Answer>;
}

/** An invitation's door says nothing of the epoch. */
type Answer = Pick<PushAnswer, 'user' | 'verdicts'> & Partial<Pick<PushAnswer, 'epoch'>>;

export function startPushing(): PushProgress {
  // Two halves under way are no more for the line to carry, and the server need not wait for the second.
  return { size: BATCH.first / 2, quick: true, ahead: null, decided: 0 };
}

/** The server turned the whole request away and read nothing of it (S6). */
const UNREAD: ReadonlySet<RemoteReason> = new Set(['unauthorized', 'forbidden_user', 'upgrade_required']);

/** Sends batch after batch while there is more and `goesOn` says so. However it ends, nothing is under way any more. */
export async function pushAll(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
  goesOn: () => boolean,
): Promise<'more' | 'done'> {
  try {
    while ((await pushOnce(db, remote, now, progress)) === 'more') if (!goesOn()) return 'more';
    return 'done';
  } finally {
    await settleAhead(db, progress);
  }
}

/**
 * Sends one batch and notes the verdicts; of a run also the batch after it, whose answer is for the next call. `done`: nothing
 * (more) to send. Throws RemoteFailure when the queue has to wait; entries without a verdict are then sent again under their
 * old ids.
 */
export async function pushOnce(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
): Promise<'more' | 'done'> {
  const sent = progress.ahead ?? send(db.userId, remote, now, await takeForSending(db, new Date(now()), progress.size));
  progress.ahead = null;
  const last = sent?.entries.at(-1);
  if (!sent || !last) return 'done';
  if (progress.quick) {
    const following = await takeFollowing(db, last, progress.size);
    progress.ahead = send(db.userId, remote, now, following);
  }
  let answer: Answer;
  try {
    answer = await sent.answer;
  } catch (failure) {
    progress.quick = false;
    await breakRun(db, sent.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    try {
      progress.size = await setAside(db, remote, sent.entries, failure, now);
    } finally {
      if (UNREAD.has(failure.reason)) await takeBack(db, sent.entries);
    }
    return 'more';
  }
  const decided = await note(db, sent.entries, answer);
  // An answer that says nothing about what was asked would be asked for for ever.
  if (decided === 0) throw new RemoteFailure('malformed');
  progress.decided += decided;
  progress.quick = now() - sent.sentAt < QUICK_MS;
  progress.size = Math.min(progress.quick ? BATCH.most : BATCH.first, progress.size * 2);
  return progress.ahead === null && (await isLast(db, last)) ? 'done' : 'more';
}

/** Notes an answer; returns how many entries it decided. */
async function note(db: Database, entries: OutboxEntry[], answer: Answer): Promise<number> {
  if (answer.user !== db.userId) throw new RemoteFailure('forbidden_user');
  if (answer.epoch !== undefined) await noteFirstEpoch(db, answer.epoch);
  if (await noteApplied(db, entries, answer.verdicts)) return entries.length;
  return recordVerdicts(db, entries, answer.verdicts);
}

/**
 * Waits for the answer on what is under way, for the batch before it is the last of now. What has none is sent again; throws only
 * when the server asks to be left alone (S33).
 */
async function settleAhead(db: Database, progress: PushProgress): Promise<void> {
  const { ahead } = progress;
  progress.ahead = null;
  if (!ahead) return;
  let answer: Answer;
  try {
    answer = await ahead.answer;
  } catch (failure) {
    await breakRun(db, ahead.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (UNREAD.has(failure.reason)) await takeBack(db, ahead.entries);
    if (failure.waitMs > 0) throw failure;
    return;
  }
  progress.decided += await note(db, ahead.entries, answer);
}

/** Null when there is nothing to send. */
function send(userId: string, remote: PushRemote, now: () => Moment, entries: OutboxEntry[]): Sent | null {
  if (entries.length === 0) return null;
  const answer = ask(userId, remote, entries);
  // A failure is for whoever waits for the answer, which may be somewhat later.
  answer.catch(() => {});
  return { entries, sentAt: now(), answer };
}

/** An invitation comes alone and has a door of its own (S28). */
async function ask(userId: string, remote: PushRemote, entries: OutboxEntry[]): Promise<Answer> {
  const [first] = entries;
  const call = first && mailCallIn(first);
  if (!call) return remote.push(userId, entries.map(toMutation));
  const verdict =
    call.name === 'invitation.send'
      ? await remote.sendInvitation(userId, first.id, call.arguments)
      : await remote.resendInvitation(userId, first.id, call.arguments.id);
  return { user: userId, verdicts: [verdict] };
}

function toMutation({ id, editedAt, operations }: OutboxEntry): Mutation {
  return { id, editedAt, operations };
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
    await breakRun(db, sent);
    const found = await db.outbox.bulkGet(sent.map((entry) => entry.seq));
    const known = found.filter((entry) => entry !== undefined);
    const decided = known.flatMap((entry): OutboxEntry[] => {
      const answer = byId.get(entry.id);
      if (!answer || entry.verdict) return [];
      const verdict = asWanted(entry, answer) ? { id: entry.id, status: 'applied' as const, versions: {} } : answer;
      return [{ ...entry, state: verdict.status, verdict }];
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

/** What never came to the server needs no revoking. */
function asWanted({ goneIsDone }: OutboxEntry, verdict: Verdict): boolean {
  return goneIsDone !== undefined && verdict.status === 'rejected' && verdict.reason === 'gone';
}

/** What a refused entry made of its rows, for the user who has to decide (G1). */
function keepContent(entry: OutboxEntry, seen: Map<string, NonNullable<OutboxEntry['content']>[number]>): OutboxEntry {
  if (entry.state === 'applied') return entry;
  const rows = entry.rows.flatMap(([table, id]) => seen.get(`${table} ${id}`) ?? []);
  return rows.length > 0 ? { ...entry, content: rows } : entry;
}
