/** Pull: ask for changes above the cursors and apply the response, until there are no more. SPEC.md S10–S19, S34. */
import type { Database } from '#store/database/database';
import { makeDeviceId, readDeviceId } from '#store/database/device-id';
import { countBases } from '#store/optimistic/bases';
import { decidedSeqs } from '#store/outbox/outbox';
import { applyIsolated } from './apply-isolated.ts';
import { noteServerTime } from './clock.ts';
import type { Moment } from './environment.ts';
import { PROTOCOL_VERSION, type PullCursors } from './protocol.ts';
import { readPullState } from './pull-state.ts';
import type { PullResponse } from './read-answer.ts';
import { readMarksOfPull } from './read-marks.ts';
import { type Remote, RemoteFailure } from './remote.ts';
import { type Asked, type PullLimits, type Received, Requests } from './requests.ts';
import { grow, QUICK_MS, readThroughput, SLOW_MS, shrink } from './throughput.ts';
import { fetchReadableAgain, readableScopes } from './unreadable.ts';

/**
 * The first response is small, so that the first screen appears soon. The others block the main thread for less than
 * 50 ms at a time.
 */
export const LIMITS: PullLimits = { first: 1000, later: 10_000 };

/**
 * A response may change rows of every month that is here, as after a rename. Each change rewrites the page of its
 * month, so these responses are smaller: an entry that the user makes meanwhile must not wait longer than 100 ms.
 */
const CHANGES = 500;
/** The user's own rows that come back together. More of them would block the main thread for more than 50 ms. */
const OWN_CHANGES = 3000;

/** Pulls once. Returns `more` when another request is needed: for the rest, or because another tab was faster. */
export async function pullOnce(
  db: Database,
  remote: Remote,
  now: () => Moment,
  limits = LIMITS,
): Promise<'more' | 'done'> {
  const { fitting, asked } = await begin(db, limits);
  const { applied, response } = await applyIsolated(db, await ask(db, remote, now, asked, fitting));
  return applied && !hasMore(response) ? 'done' : 'more';
}

/** Pulls until nothing is left. Returns `cut` when the deadline came first. */
export async function pullAll(
  db: Database,
  remote: Remote,
  now: () => Moment,
  deadline: Moment,
  limits = LIMITS,
): Promise<'done' | 'cut'> {
  const { fitting, asked } = await begin(db, limits);
  const requests = new Requests((next) => ask(db, remote, now, next, fitting), fitting);
  let request = requests.ask(asked);
  for (;;) {
    const received = await request;
    const next = hasMore(received.response) && now() <= deadline ? requests.follow(received) : null;
    const { applied, response } = await applyIsolated(db, received);
    if (applied && !hasMore(response)) return 'done';
    // A scope that could not be applied has not the cursor that the next request was sent with.
    if (applied && next && response === received.response) request = next;
    else if (now() > deadline) return 'cut';
    // The next request used stale cursors, because another tab has applied a response meanwhile.
    else request = requests.ask(await whatIsKnown(db));
  }
}

async function ask(
  db: Database,
  remote: Remote,
  now: () => Moment,
  asked: Asked,
  limits: PullLimits,
): Promise<Received> {
  const sentAt = now();
  const limit = limitOf(asked, limits);
  let response: PullResponse;
  try {
    response = await remote.pull(db.userId, cursorsOf(asked), limit);
  } catch (failure) {
    const isTooMuch = failure instanceof RemoteFailure && (failure.isTimeout || failure.code === 'cut');
    if (isTooMuch) await shrink(db, 'rows', limit);
    throw failure;
  }
  const receivedAt = now();
  const tookMs = receivedAt - sentAt;
  // Without a smaller size there is nothing to grow.
  if (tookMs < QUICK_MS && limits.later < LIMITS.later) await grow(db, 'rows', limit, LIMITS.later);
  else if (tookMs > SLOW_MS) await shrink(db, 'rows', limit);
  const offsetMs = response.user === db.userId ? await noteServerTime(db, response, sentAt, receivedAt) : 0;
  return { asked, response, offsetMs };
}

/** What the first request of a pull is made of. Mostly one transaction reads all of it. */
async function begin(db: Database, limits: PullLimits): Promise<{ fitting: PullLimits; asked: Asked }> {
  const begun = await db.transaction('r', db.meta, db.cursors, db.outbox, db.bases, async () => {
    const asked = await known(db);
    const isReady = asked !== null && (await readableScopes(db)).length === 0;
    return isReady ? { fitting: await fittingLimits(db, limits), asked } : null;
  });
  if (begun) return begun;
  await fetchReadableAgain(db);
  return { fitting: await fittingLimits(db, limits), asked: await whatIsKnown(db) };
}

/** The limits, or less after responses that were slow or did not come (S60a). */
async function fittingLimits(db: Database, { first, later }: PullLimits): Promise<PullLimits> {
  const rows = (await readThroughput(db)).rows ?? later;
  return { first: Math.min(first, rows), later: Math.min(later, rows) };
}

/**
 * The rows of the user's own entries come back together: an entry that changes rows stays until one response brings
 * them all (S16c), and until then each response lays it anew.
 */
function limitOf({ seq, cursors, ownRows }: Asked, { first, later }: PullLimits): number {
  if (seq === 0) return first;
  const isFilling = [...cursors.values()].some(({ before }) => before !== null);
  return isFilling ? later : Math.min(later, OWN_CHANGES, Math.max(CHANGES, ownRows));
}

function hasMore({ scopes }: PullResponse): boolean {
  return scopes.some(({ more }) => more);
}

export async function whatIsKnown(db: Database): Promise<Asked> {
  const asked = await db.transaction('r', db.meta, db.cursors, db.outbox, db.bases, async () => known(db));
  if (asked) return asked;
  await db.transaction('rw', db.meta, async () => makeDeviceId(db));
  return whatIsKnown(db);
}

/** Null before the first sync: this device has no id yet. Runs inside the caller's transaction. */
async function known(db: Database): Promise<Asked | null> {
  await readMarksOfPull(db);
  const device = await readDeviceId(db);
  if (device === null) return null;
  const [{ seq, epoch }, cursors, decided] = await Promise.all([
    readPullState(db),
    db.cursors.toArray(),
    decidedSeqs(db),
  ]);
  return {
    device,
    seq,
    epoch,
    cursors: new Map(cursors.map((cursor) => [cursor.scope, cursor])),
    decided: new Set(decided),
    ownRows: decided.length > 0 ? await countBases(db) : 0,
  };
}

function cursorsOf({ epoch, cursors }: Asked): PullCursors {
  const scopes = [...cursors.values()].map(({ scope, accountId, role, ...cursor }) => [scope, cursor] as const);
  return { protocol: PROTOCOL_VERSION, epoch, scopes: Object.fromEntries(scopes) };
}
