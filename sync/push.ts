/**
 * Push: sends what waits, in order, and stores the verdicts. A push response changes the outbox and, before the first
 * pull, the epoch (S10b). Server rows come by pull only (S10a). SPEC.md S2–S9, S27, S28, S35.
 */

import { mailCallIn } from '#domain/mail-call';
import type { Operation, SentMutation } from '#domain/operations';
import { leaveOutDefaults } from '#domain/row-defaults';
import type { Verdict } from '#domain/verdicts';
import type { Database } from '#store/database/database';
import { readDeviceId } from '#store/database/device-id';
import type { OutboxEntry } from '#store/database/records';
import { rebase } from '#store/optimistic/rebase';
import { breakInsertBatch, noteApplied } from '#store/outbox/insert-batches';
import { isLast, takeBack, takeFollowing, takeForSending } from '#store/outbox/sending';
import { isCopyElsewhere, lostAgain } from '#store/resolve/lost-again';
import { noteServerTime, rightClock } from './clock.ts';
import type { Moment } from './environment.ts';
import { grow, QUICK_MS, SLOW_MS, shrink } from './line.ts';
import { noteFirstEpoch } from './pull-state.ts';
import type { PushResponse } from './read-answer.ts';
import { type PushRemote, RemoteFailure, type RemoteReason } from './remote.ts';
import { holdUnread, setAside } from './set-aside.ts';

/**
 * Entries in a batch. `first` fits through a slow line within a request's time limit. The server takes up to `most`.
 */
const BATCH = { first: 500, most: 1000 };
/** Entries of each of the first two batches. */
const USUAL = BATCH.first / 2;

/** The state of one cycle's push. */
interface PushProgress {
  /** Entries in the next batch: more while the server is quick, half after a batch that failed or was slow. */
  size: number;
  /** Whether the next batch may go before a response: at first (S35c), and while responses are quick (S35d). */
  quick: boolean;
  /** The batch that is under way while the one before it waits for its response. */
  ahead: Sent | null;
  /** Entries that got their verdict. */
  decided: number;
}

interface Sent {
  entries: OutboxEntry[];
  sentAt: Moment;
  response: Promise<BatchResponse>;
}

/** The function that sends invitations tells neither epoch nor time. */
type BatchResponse = Pick<PushResponse, 'user' | 'verdicts'> & Partial<PushResponse>;

/** `entries`: how many a batch may have on this line; null for the usual size. */
export function startPushing(entries: number | null = null): PushProgress {
  // Two halves load the line no more than one whole, and the server gets the second without a pause. On a line that has
  // failed, each batch waits for the one before it.
  return { size: entries ?? USUAL, quick: entries === null, ahead: null, decided: 0 };
}

/** The server turned the whole request away and read nothing of it (S6). */
const UNREAD: ReadonlySet<RemoteReason> = new Set([
  'unauthorized',
  'forbidden_user',
  'upgrade_required',
  'server_outdated',
]);

/** Sends batch after batch while there is more and `goesOn` returns true. At its end nothing is under way. */
export async function pushAll(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
  goesOn: () => boolean,
): Promise<'more' | 'done'> {
  await rightClock(db, remote, now);
  try {
    while ((await pushOnce(db, remote, now, progress)) === 'more') if (!goesOn()) return 'more';
    return 'done';
  } finally {
    await settleAhead(db, progress, now);
  }
}

/**
 * Sends one batch and stores the verdicts. After an insert batch it also sends the next one; the next call gets that
 * response. Returns `done` when nothing is left to send. Throws RemoteFailure when the queue has to wait; entries
 * without a verdict then go again under their ids.
 */
export async function pushOnce(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
): Promise<'more' | 'done'> {
  const sent = progress.ahead ?? send(db, remote, now, await takeForSending(db, new Date(now()), progress.size));
  progress.ahead = null;
  const last = sent?.entries.at(-1);
  if (!sent || !last) return 'done';
  if (progress.quick) {
    const following = await takeFollowing(db, last, progress.size);
    progress.ahead = send(db, remote, now, following);
  }
  let response: BatchResponse;
  try {
    response = await sent.response;
  } catch (failure) {
    progress.quick = false;
    await breakInsertBatch(db, sent.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (failure.isTimeout) await shrink(db, 'entries', sent.entries.length);
    try {
      progress.size = await setAside(db, remote, sent.entries, failure, now);
    } finally {
      if (UNREAD.has(failure.reason)) await takeBack(db, sent.entries);
    }
    return 'more';
  }
  const receivedAt = now();
  const decided = await note(db, sent, response, receivedAt);
  // A response without a verdict on these entries would lead to the same request for ever.
  if (decided === 0) throw new RemoteFailure('malformed');
  progress.decided += decided;
  await adaptSize(db, progress, sent.entries.length, receivedAt - sent.sentAt);
  return progress.ahead === null && (await isLast(db, last)) ? 'done' : 'more';
}

/** Fits the next batch to how long the response to this one took. */
async function adaptSize(db: Database, progress: PushProgress, entries: number, tookMs: number): Promise<void> {
  progress.quick = tookMs < QUICK_MS;
  if (progress.quick) {
    progress.size = Math.min(BATCH.most, progress.size * 2);
    await grow(db, 'entries', entries, USUAL);
  } else if (tookMs > SLOW_MS) {
    progress.size = Math.max(1, Math.floor(entries / 2));
    await shrink(db, 'entries', entries);
  } else progress.size = Math.min(BATCH.first, progress.size);
}

/** Stores a response. Returns how many entries it decided, or decided in a way that this version cannot read. */
async function note(
  db: Database,
  { entries, sentAt }: Sent,
  response: BatchResponse,
  receivedAt: Moment,
): Promise<number> {
  const { user, serverNow } = response;
  if (user !== db.userId) throw new RemoteFailure('forbidden_user');
  if (serverNow !== undefined) await noteServerTime(db, { serverNow }, sentAt, receivedAt);
  if (response.epoch !== undefined) await noteFirstEpoch(db, response.epoch);
  if (await noteApplied(db, entries, response.verdicts)) return entries.length;
  const decided = await recordVerdicts(db, entries, response.verdicts);
  return decided + (await holdUnread(db, entries, response.unread ?? [], receivedAt));
}

/**
 * Waits for the response to the batch that is still under way when the push ends. Entries without one go again. Throws
 * RemoteFailure only when the server asks to wait (S33a).
 */
async function settleAhead(db: Database, progress: PushProgress, now: () => Moment): Promise<void> {
  const { ahead } = progress;
  progress.ahead = null;
  if (!ahead) return;
  let response: BatchResponse;
  try {
    response = await ahead.response;
  } catch (failure) {
    await breakInsertBatch(db, ahead.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (UNREAD.has(failure.reason)) await takeBack(db, ahead.entries);
    if (failure.waitMs > 0) throw failure;
    return;
  }
  progress.decided += await note(db, ahead, response, now());
}

/** Returns null when there is nothing to send. */
function send(db: Database, remote: PushRemote, now: () => Moment, entries: OutboxEntry[]): Sent | null {
  if (entries.length === 0) return null;
  const response = ask(db, remote, entries);
  // The caller that awaits the response handles the failure, perhaps later.
  response.catch(() => {});
  return { entries, sentAt: now(), response };
}

/** An invitation comes alone and goes through its own function (S28a). */
async function ask(db: Database, remote: PushRemote, entries: OutboxEntry[]): Promise<BatchResponse> {
  const { userId } = db;
  const [first] = entries;
  const call = first && mailCallIn(first);
  if (!call) {
    const device = await readDeviceId(db);
    return remote.push(
      userId,
      entries.map((entry) => toMutation(entry, device)),
    );
  }
  const verdict =
    call.name === 'invitation.send'
      ? await remote.sendInvitation(userId, first.id, call.arguments)
      : await remote.resendInvitation(userId, first.id, call.arguments.id);
  return { user: userId, verdicts: [verdict] };
}

/**
 * `device` is null when the browser emptied the database meanwhile. The numbers are no device's then, and a copy of the
 * past is none's either (S29i).
 */
function toMutation(entry: OutboxEntry, device: string | null): SentMutation {
  const { id, seq, editedAt, cursors, operations, resent } = entry;
  const named = device && resent === undefined ? { device, number: seq } : {};
  return { id, editedAt, ...named, ...(cursors && { cursors }), operations: operations.map(withoutDefaults) };
}

/**
 * A new transaction leaves out the fields that came after v0.1.0 and hold their defaults, so slow lines carry it as
 * fast. A restore names every field, because what it leaves out comes from the removal (S43e).
 */
function withoutDefaults(operation: Operation): SentMutation['operations'][number] {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return operation;
  const row: Extract<SentMutation['operations'][number], { table: 'transactions'; kind: 'insert' }>['row'] = {
    ...operation.row,
  };
  leaveOutDefaults(row);
  return { ...operation, row };
}

/**
 * Stores the verdicts on entries that were sent and have none yet (S3). An entry that was not applied comes off the
 * rows (S4c) and keeps its content (S4d). Returns how many entries were decided.
 */
export async function recordVerdicts(
  db: Database,
  sent: Pick<OutboxEntry, 'seq'>[],
  verdicts: Verdict[],
): Promise<number> {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return db.transaction('rw', db.tables, async () => {
    await breakInsertBatch(db, sent);
    const found = await db.outbox.bulkGet(sent.map((entry) => entry.seq));
    const known = found.filter((entry) => entry !== undefined);
    const decided = known.flatMap((entry): OutboxEntry[] => {
      const given = byId.get(entry.id);
      if (!given || entry.verdict) return [];
      const verdict = asWanted(entry, given) ? { id: entry.id, status: 'applied' as const, versions: {} } : given;
      return [isCopyElsewhere(entry, verdict) ? lostAgain(entry) : { ...entry, state: verdict.status, verdict }];
    });
    const refused = decided.filter((entry) => entry.state !== 'applied');
    if (refused.length === 0) {
      await db.outbox.bulkPut(decided);
      return decided.length;
    }
    const rows = refused.flatMap((entry) => entry.rows);
    await rebase(db, rows, async ({ entries, seen }) => {
      const now = new Map(decided.map((entry) => [entry.seq, keepContent(entry, seen)]));
      await db.outbox.bulkPut([...now.values()]);
      return entries.map((entry) => now.get(entry.seq) ?? entry);
    });
    return decided.length;
  });
}

/** An invitation that never reached the server needs no revocation (S28e). */
function asWanted({ goneIsDone }: OutboxEntry, verdict: Verdict): boolean {
  return goneIsDone !== undefined && verdict.status === 'rejected' && verdict.reason === 'gone';
}

/** Keeps the rows as a refused entry made them, for the user who resolves it (S4d). */
function keepContent(entry: OutboxEntry, seen: Map<string, NonNullable<OutboxEntry['content']>[number]>): OutboxEntry {
  if (entry.state === 'applied') return entry;
  const rows = entry.rows.flatMap(([table, id]) => seen.get(`${table} ${id}`) ?? []);
  return rows.length > 0 ? { ...entry, content: rows } : entry;
}
