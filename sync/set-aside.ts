/**
 * Handles a batch on which the server fails: finds the entry to blame, sets it aside, and lets the others go on (S7,
 * S28, S60d).
 */

import { mailCallIn } from '#domain/mutations/mail-call';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { sizeOf } from '#store/outbox/batch-members';
import { block, delayEntry, LONGEST_DELAY_MS } from '#store/outbox/sending';
import { giveUpMail } from '#store/resolve/take-out';
import type { Moment } from './environment.ts';
import type { PushRemote, RemoteFailure } from './remote.ts';

/** Milliseconds before the second try. A server that is just restarting may fail once on any entry. */
const SECOND_CHANCE_MS = 30_000;

/**
 * Mail servers and their limits recover by themselves, if late. No response at all, while an empty push gets one,
 * usually means that the network came back between the two.
 */
const MAIL_HOLD_MS = { response: 60_000, noResponse: 1000 };

/** Milliseconds after which the user is shown an entry that failed even in a request of its own. */
const PATIENCE_MS = 24 * 60 * 60_000;

/**
 * Returns how many operations to send next, after a failure for which one of these entries may be to blame. Throws that
 * failure when a pull comes first, and the failure of the empty push; then the queue waits. Every failure of an
 * invitation may be its function's alone.
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
  const isMail = mailCallIn(culprit) !== null;
  if (others.length > 0) {
    // After a time limit, a smaller batch follows in another cycle, after a pull (S60c).
    if (failure.isTimeout && failure.reason !== 'server') throw failure;
    return Math.ceil(sizeOf(entries) / 2);
  }
  // If an empty push fails too, the server is down; no entry is to blame (S7d).
  await remote.push(db.userId, []);
  // Without a response the mail may still arrive, after its revocation.
  if (isMail && failure.reason !== 'offline' && (await giveUpMail(db, culprit))) return 1;
  const failedAt = culprit.failedAt ?? new Date(now()).toISOString();
  // After the clock was set back, `failedAt` lies in the future.
  const failing = Math.abs(now() - Date.parse(failedAt));
  if (isOutOfPatience(culprit, failing, isMail, failure)) {
    await block(db, culprit, failure.code ?? failure.reason);
  } else await delayEntry(db, culprit, { now: new Date(now()), heldMs: delayOf(culprit, isMail, failure), failedAt });
  return 1;
}

/** `failingMs`: since when the server has been failing on this entry alone. */
function isOutOfPatience(
  { heldMs = 0 }: OutboxEntry,
  failingMs: number,
  isMail: boolean,
  { reason, isTimeout }: RemoteFailure,
): boolean {
  if (reason === 'server') return failingMs >= (isMail ? PATIENCE_MS : SECOND_CHANCE_MS);
  // The device may have been off for most of the day, so a few attempts are not enough.
  return isTimeout && !isMail && failingMs >= PATIENCE_MS && heldMs >= LONGEST_DELAY_MS;
}

/**
 * Each hold of an invitation, and of an entry that runs into time limits, is twice as long as the last (S28b, S60d).
 * Attempts without a network do not count, so a long time offline does not delay the mail afterwards.
 */
function delayOf({ heldMs = 0 }: OutboxEntry, isMail: boolean, { reason, waitMs }: RemoteFailure): number {
  if (!isMail && reason === 'server') return SECOND_CHANCE_MS;
  const first = isMail ? MAIL_HOLD_MS[reason === 'offline' ? 'noResponse' : 'response'] : SECOND_CHANCE_MS;
  return Math.min(LONGEST_DELAY_MS, Math.max(waitMs, first, 2 * heldMs));
}

/**
 * Holds back the entries whose verdict this version cannot read (S61d): each time twice as long. The server repeats its
 * verdict on their ids, and a later version may read it. Returns how many they are.
 */
export async function holdUnread(db: Database, sent: OutboxEntry[], ids: string[], now: Moment): Promise<number> {
  const unread = sent.filter(({ id }) => ids.includes(id));
  for (const entry of unread) {
    const heldMs = Math.min(LONGEST_DELAY_MS, Math.max(SECOND_CHANCE_MS, 2 * (entry.heldMs ?? 0)));
    const failedAt = entry.failedAt ?? new Date(now).toISOString();
    await delayEntry(db, entry, { now: new Date(now), heldMs, failedAt });
  }
  return unread.length;
}
