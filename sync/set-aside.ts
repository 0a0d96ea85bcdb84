/**
 * What is done when the server fails on what was sent: find out on which entry it fails, put that one aside, and let the others
 * go on (S7, S28).
 */
import type { Database } from '#store/database';
import type { OutboxEntry } from '#store/outbox';
import { block, holdBack, LONGEST_HOLD_MS, mailCallIn } from '#store/sending';
import { giveUpMail } from '#store/take-out';
import type { Moment } from './environment.ts';
import type { PushRemote, RemoteFailure } from './remote.ts';

/** A server that is just being restarted or updated may fail once on anything. */
const SECOND_CHANCE_MS = 30_000;

/**
 * Mail and its limits recover by themselves, if late. No answer at all, while an empty push has one, is mostly a network that
 * came back between the two.
 */
const INVITATION = { firstHoldMs: { answered: 60_000, unanswered: 1000 }, patienceMs: 24 * 60 * 60_000 };

/**
 * Returns how many entries to send next. Throws the failure when it says nothing about these entries, or the one with which an
 * empty push fails; then the queue waits. Of an invitation every failure may be its function's alone.
 */
export async function setAside(
  db: Database,
  remote: PushRemote,
  entries: OutboxEntry[],
  failure: RemoteFailure,
  now: () => Moment,
): Promise<number> {
  const [culprit, ...others] = entries;
  if (!culprit) throw failure;
  const isInvitation = mailCallIn(culprit) !== null;
  if (failure.reason !== 'server' && !isInvitation) throw failure;
  if (others.length > 0) return Math.ceil(entries.length / 2);
  // What cannot even take nothing is ill, or out of reach; then nobody is the culprit.
  await remote.push(db.userId, []);
  // Without an answer it may still arrive, after its revocation.
  if (isInvitation && failure.reason !== 'offline' && (await giveUpMail(db, culprit))) return 1;
  const failedAt = culprit.failedAt ?? new Date(now()).toISOString();
  const patience = isInvitation ? INVITATION.patienceMs : SECOND_CHANCE_MS;
  // A clock that was moved makes the past the future.
  const failing = Math.abs(now() - Date.parse(failedAt));
  if (failure.reason === 'server' && failing >= patience) await block(db, culprit, failure.code ?? failure.reason);
  else await holdBack(db, culprit, { now: new Date(now()), heldMs: holdOf(culprit, isInvitation, failure), failedAt });
  return 1;
}

/**
 * Each hold is twice as long as the last. Attempts that no server could have answered do not count: whoever was long without a
 * network is not late after it.
 */
function holdOf({ heldMs = 0 }: OutboxEntry, isInvitation: boolean, { reason, waitMs }: RemoteFailure): number {
  if (!isInvitation) return SECOND_CHANCE_MS;
  const first = INVITATION.firstHoldMs[reason === 'offline' ? 'unanswered' : 'answered'];
  return Math.min(LONGEST_HOLD_MS, Math.max(waitMs, first, 2 * heldMs));
}
