/**
 * Push: sends what waits, in order, and stores the verdicts. A push response changes the outbox and, before the first
 * pull, the epoch (S10b). Server rows come by pull only (S10a). SPEC.md S2–S9, S27, S28, S35.
 */

import { mailCallIn } from '#domain/mutations/mail-call';
import { PUSH_LIMITS } from '#domain/mutations/push-limits';
import type { Database } from '#store/database/database';
import { readDeviceId } from '#store/database/device-id';
import type { OutboxEntry } from '#store/database/records';
import { sizeOf } from '#store/outbox/batch-members';
import { breakBatch, noteApplied } from '#store/outbox/batches';
import { isLast, takeBack, takeFollowing, takeForSending } from '#store/outbox/sending';
import { isClockRight, noteServerTime, noteTimeAgain, rightClock } from './clock.ts';
import type { Moment } from './environment.ts';
import { noteFirstEpoch } from './pull-state.ts';
import { ask, type BatchResponse } from './push-request.ts';
import { readMarks } from './read-marks.ts';
import { recordVerdicts } from './record-verdicts.ts';
import { type PushRemote, RemoteFailure, type RemoteReason } from './remote.ts';
import { holdUnread, setAside } from './set-aside.ts';
import { grow, QUICK_MS, readThroughput, SLOW_MS, shrink } from './throughput.ts';

/**
 * Operations in a batch; most entries have one. `first` fits through a slow line within a request's time limit. The
 * server takes up to `most` entries of one operation.
 */
const BATCH = { first: 500, most: PUSH_LIMITS.mutations };
/** Operations of each of the first two batches. */
const USUAL = BATCH.first / 2;
/** So many requests may be under way. */
const AT_ONCE = 2;

/** The state of one cycle's push. */
interface PushProgress {
  /** Operations of the next batch: more while the server is quick, half after a batch that failed or was slow. */
  size: number;
  /** Whether the next batch may go before a response: at first (S35c), and while responses are quick (S35d). */
  quick: boolean;
  /** Whether `size` was set to what this line carries. That is read together with the first entries. */
  isFitted: boolean;
  /** Whether the server has reported its time to this device at least once. */
  isTimeReported: boolean;
  /** The batches that wait for their response, in the order in which they were sent. */
  underWay: Sent[];
  /** Entries that got their verdict. */
  decided: number;
}

/** Entries that were taken for one request. */
interface Taken {
  entries: OutboxEntry[];
  /** How large the request was to be. A large entry by itself may be larger. */
  size: number;
  /** Null when the browser has emptied the database. */
  device: string | null;
}

interface Sent extends Taken {
  sentAt: Moment;
  response: Promise<BatchResponse>;
}

export function startPushing(): PushProgress {
  // Two halves load the line no more than one whole, and the server gets the second without a pause.
  return { size: USUAL, quick: true, isFitted: false, isTimeReported: false, underWay: [], decided: 0 };
}

/** The server turned the whole request away and read nothing of it (S6). */
const UNREAD: ReadonlySet<RemoteReason> = new Set([
  'unauthorized',
  'forbidden_user',
  'upgrade_required',
  'server_outdated',
]);

/**
 * Sends batch after batch while there is more and `goesOn` returns true. At its end nothing is under way. Throws what
 * failed first, with the longest wait that the server asked for (S33a).
 */
export async function pushAll(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
  goesOn: () => boolean,
): Promise<'more' | 'done'> {
  let pushed: 'more' | 'done' = 'done';
  const failures: unknown[] = [];
  try {
    await begin(db, remote, now, progress);
    if (progress.underWay.length > 0) {
      do pushed = await pushOnce(db, remote, now, progress, goesOn);
      while (pushed === 'more' && goesOn());
    }
  } catch (failure) {
    failures.push(failure);
  }
  failures.push(...(await settleUnderWay(db, progress, now)));
  if (failures.length > 0) throw firstOf(failures);
  return pushed;
}

/** Sends the first batches. Before that, stamps of a wrong clock are put right. */
async function begin(db: Database, remote: PushRemote, now: () => Moment, progress: PushProgress): Promise<void> {
  const taken = await db.transaction('rw', db.outbox, db.meta, async () => {
    await readMarks(db);
    progress.isTimeReported = await isClockRight(db, now());
    return progress.isTimeReported ? take(db, now, progress) : null;
  });
  if (!taken) await rightClock(db, remote, now);
  send(db, remote, now, progress, taken ?? (await take(db, now, progress)));
}

/**
 * Waits for the response to a batch and stores its verdicts. If nothing is under way, it sends before. While `goesOn`
 * returns true, it also sends what comes next. Returns `done` when nothing is left to send. Throws RemoteFailure when
 * the queue has to wait; entries without a verdict then go again under their ids.
 */
export async function pushOnce(
  db: Database,
  remote: PushRemote,
  now: () => Moment,
  progress: PushProgress,
  goesOn: () => boolean = () => false,
): Promise<'more' | 'done'> {
  if (progress.underWay.length === 0) send(db, remote, now, progress, await take(db, now, progress));
  const sent = progress.underWay.shift();
  if (!sent) return 'done';
  let response: BatchResponse;
  try {
    response = await sent.response;
  } catch (failure) {
    progress.quick = false;
    await breakBatch(db, sent.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (failure.isTimeout) await shrink(db, 'operations', sizeOf(sent.entries));
    try {
      if (!mayConcern(sent.entries, failure)) throw failure;
      progress.size = await setAside(db, remote, sent.entries, failure, now);
    } finally {
      if (UNREAD.has(failure.reason)) await takeBack(db, sent.entries);
    }
    return 'more';
  }
  const receivedAt = now();
  const next = await note(db, progress, sent, response, receivedAt, async () => {
    await adaptSize(db, progress, sent, receivedAt - sent.sentAt);
    const isLastUnderWay = progress.underWay.length === 0;
    if (isLastUnderWay && (await isAllSent(db, sent))) return { isDone: true, taken: [] };
    if (!goesOn()) return { isDone: false, taken: [] };
    const taken = await take(db, now, progress);
    return { isDone: isLastUnderWay && taken.length === 0, taken };
  });
  send(db, remote, now, progress, next.taken);
  return next.isDone ? 'done' : 'more';
}

/**
 * Takes what may go out now, so that two requests are under way while responses are quick (S35d). One transaction does
 * it: while an import is written, each transaction waits for a slice of that.
 */
async function take(db: Database, now: () => Moment, progress: PushProgress): Promise<Taken[]> {
  return db.transaction('rw', db.outbox, db.meta, async () => {
    await readMarks(db);
    if (!progress.isFitted) fitTo(progress, (await readThroughput(db)).operations);
    const { size, quick, underWay } = progress;
    const batches: OutboxEntry[][] = underWay.map(({ entries }) => entries);
    if (batches.length === 0) batches.push(await takeForSending(db, new Date(now()), size));
    const last = batches.at(-1)?.at(-1);
    if (last && quick && batches.length < AT_ONCE) batches.push(await takeFollowing(db, last, size));
    const device = await readDeviceId(db);
    const taken = batches.slice(underWay.length).filter((entries) => entries.length > 0);
    return taken.map((entries) => ({ entries, size, device }));
  });
}

/** `size`: what this line carries since something failed on it; null for as much as usual. */
function fitTo(progress: PushProgress, size: number | null): void {
  progress.isFitted = true;
  if (size === null) return;
  progress.size = size;
  // Each batch waits for the one before it.
  progress.quick = false;
}

function send(db: Database, remote: PushRemote, now: () => Moment, { underWay }: PushProgress, taken: Taken[]): void {
  for (const one of taken) {
    const sentAt = now();
    const response = ask(remote, db.userId, one.entries, one.device);
    // The caller that awaits the response handles the failure, perhaps later.
    response.catch(() => {});
    underWay.push({ ...one, sentAt, response });
  }
}

/** Whether nothing is left after this settled batch. */
async function isAllSent(db: Database, { entries }: Sent): Promise<boolean> {
  const last = entries.at(-1);
  return last !== undefined && isLast(db, last);
}

/** Fits the next batch to how long the response to this one took. */
async function adaptSize(db: Database, progress: PushProgress, { entries, size }: Sent, tookMs: number): Promise<void> {
  progress.quick = tookMs < QUICK_MS;
  if (progress.quick) {
    progress.size = Math.min(BATCH.most, progress.size * 2);
    await grow(db, 'operations', size, USUAL);
  } else if (tookMs > SLOW_MS) {
    progress.size = Math.max(1, Math.floor(sizeOf(entries) / 2));
    await shrink(db, 'operations', sizeOf(entries));
  } else progress.size = Math.min(BATCH.first, progress.size);
}

/**
 * Stores a response, and then does what follows. When all of a batch was applied, one transaction does both. Throws
 * RemoteFailure when the response decides nothing: it would lead to the same request for ever.
 */
async function note<T>(
  db: Database,
  progress: PushProgress,
  { entries, sentAt }: Sent,
  response: BatchResponse,
  receivedAt: Moment,
  follow: () => Promise<T>,
): Promise<T> {
  const { user, serverNow, epoch, verdicts } = response;
  if (user !== db.userId) throw new RemoteFailure('forbidden_user');
  if (serverNow !== undefined && !progress.isTimeReported) {
    await noteServerTime(db, { serverNow }, sentAt, receivedAt);
    progress.isTimeReported = true;
  }
  const noted = await db.transaction('rw', db.outbox, db.meta, async () => {
    await readMarks(db);
    if (serverNow !== undefined) await noteTimeAgain(db, { serverNow }, sentAt, receivedAt);
    if (epoch !== undefined) await noteFirstEpoch(db, epoch);
    if (!(await noteApplied(db, entries, verdicts))) return null;
    progress.decided += entries.length;
    return { result: await follow() };
  });
  if (noted) return noted.result;
  const known = await recordVerdicts(db, entries, verdicts);
  const decided = known + (await holdUnread(db, entries, response.unread ?? [], receivedAt));
  if (decided === 0) throw new RemoteFailure('malformed');
  progress.decided += decided;
  return follow();
}

/** Whether the failure may be one of these entries. All others concern the server, the network or the session. */
function mayConcern(entries: readonly OutboxEntry[], { reason, isTimeout }: RemoteFailure): boolean {
  return reason === 'server' || isTimeout || entries.some((entry) => mailCallIn(entry) !== null);
}

/**
 * Waits for the responses to the batches that are still under way when the push ends. Entries without one go again.
 * Returns what failed.
 */
async function settleUnderWay(db: Database, progress: PushProgress, now: () => Moment): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let sent = progress.underWay.shift(); sent; sent = progress.underWay.shift()) {
    await settle(db, progress, sent, now).catch((failure: unknown) => failures.push(failure));
  }
  return failures;
}

/** Without a response, this throws RemoteFailure only when the server asks to wait (S33a). */
async function settle(db: Database, progress: PushProgress, sent: Sent, now: () => Moment): Promise<void> {
  let response: BatchResponse;
  try {
    response = await sent.response;
  } catch (failure) {
    await breakBatch(db, sent.entries);
    if (!(failure instanceof RemoteFailure)) throw failure;
    if (UNREAD.has(failure.reason)) await takeBack(db, sent.entries);
    if (failure.waitMs > 0) throw failure;
    return;
  }
  await note(db, progress, sent, response, now(), async () => {});
}

/** The first failure, with the longest wait of all. */
function firstOf(failures: readonly unknown[]): unknown {
  const [first] = failures;
  const waitMs = Math.max(...failures.map((one) => (one instanceof RemoteFailure ? one.waitMs : 0)));
  if (!(first instanceof RemoteFailure) || first.waitMs === waitMs) return first;
  return new RemoteFailure(first.reason, first.code, { cause: first, waitMs });
}
