/**
 * Commands `entry.retry` and `lost.retry`: an entry that the server did not take or has lost is queued again under a
 * new id. Entries that were blocked behind it may go on.
 */

import { idIn, isOnTransaction } from '#domain/mutations/operation-groups';
import { matchesIn, otherOf } from '#domain/mutations/verdicts';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { transactionsAnywhere } from '../../ledger/ledger.ts';
import { Changeset } from '../../optimistic/changeset.ts';
import { commitMutations, MutationError } from '../../optimistic/mutations.ts';
import { actionOf } from '../../outbox/action-of.ts';
import { onlyOf } from '../../outbox/not-taken.ts';
import { againOf } from '../../resolve/again.ts';
import { isOwn, isPossible, lostTransferOf } from '../../resolve/lost.ts';
import { rowsBefore } from '../../resolve/rows-before.ts';
import { freeDependants, takeToSettle } from '../../resolve/take-out.ts';
import { presentNaming } from '../commit/chosen-categories.ts';

/**
 * Queues again what was not applied. Refused as `settled` when the entry is settled or being sent, or when all of it
 * waits for `match.keep`. Refused as `not_found` when a row that it changes is no longer on this device. After a
 * refusal nothing has changed.
 */
export async function retryEntry(
  db: Database,
  mutationId: string,
  now: Date,
): Promise<Outcome<object, never, 'settled' | 'not_found'>> {
  try {
    return (await queueAgain(db, mutationId, now)) ? { ok: true } : refuseForm('settled');
  } catch (error) {
    if (error instanceof MutationError && error.reason === 'not_found') return refuseForm('not_found');
    throw error;
  }
}

/** Returns false when the entry is not one that the user has to settle. */
async function queueAgain(db: Database, mutationId: string, now: Date, sideOf = lostSideOf): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    if (await retryBlocked(db, mutationId)) return true;
    const there = await db.outbox.get({ id: mutationId });
    if (there && isOnlyMatches(there)) return false;
    const entry =
      there?.state === 'lost'
        ? await takeWithSide(db, there, await sideOf(db, there))
        : await takeToSettle(db, mutationId);
    if (!entry) return false;
    const { userId, userEmail } = entry;
    const possible = await withoutWaiting(db, entry);
    const mutations = await againOf(db, possible);
    if (mutations.length === 0) return true;
    const seen = [...rowsBefore(possible), ...(await transactionsAnywhere(db, standingInstead(possible))).values()];
    // A lost entry says how far its device was, and the server carries its names along.
    const named = entry.state !== 'lost' && { underPresentNames: presentNaming(db, { now, seen }) };
    const action = actionOf(entry);
    await commitMutations(db, mutations, { userId, userEmail, now, seen, action, ...named, ...copyIn(entry) });
    return true;
  });
}

/**
 * Rows that the entry had not seen: those that stand for lines of a file, those that it was to bring back, and those to
 * which a lost link belongs.
 */
function standingInstead({ notTaken = [], operations, state }: OutboxEntry): string[] {
  const restored = operations.flatMap((one) => {
    if (one.kind === 'restore') return one.row.id;
    return one.kind === 'patch' && state === 'lost' ? one.id : [];
  });
  return [...notTaken.flatMap((told) => otherOf(told) ?? []), ...restored];
}

/** The id of the entry with the other side of the transfer, if that is lost, too. */
async function lostSideOf(db: Database, entry: OutboxEntry): Promise<string | undefined> {
  const transferId = lostTransferOf(entry);
  if (transferId === null) return undefined;
  const lost = await db.outbox.where('state').equals('lost').toArray();
  return lost.find((one) => one.id !== entry.id && lostTransferOf(one) === transferId)?.id;
}

/** A lost side of a transfer goes up with its other side. `sideId`: the entry of that one. */
async function takeWithSide(db: Database, lost: OutboxEntry, sideId: string | undefined): Promise<OutboxEntry | null> {
  const entry = await takeToSettle(db, lost.id);
  const side = sideId === undefined ? null : await takeToSettle(db, sideId);
  if (!entry || !side) return entry;
  return {
    ...entry,
    operations: [...entry.operations, ...side.operations],
    content: [...(entry.content ?? []), ...(side.content ?? [])],
    cursors: { ...side.cursors, ...entry.cursors },
    resent: Math.max(entry.resent ?? 0, side.resent ?? 0),
  };
}

/** Whether another row stands for the line of a file of each transaction. The user says which one stays. */
function isOnlyMatches(entry: OutboxEntry): boolean {
  const { notTaken = [] } = entry;
  return notTaken.length > 0 && matchesIn(entry).size === notTaken.length;
}

/**
 * Some rows keep their place in the panel, when the others of the entry can go again: those that are not on this device
 * any more, and those of a match. Sent without its key, a match would leave both rows.
 */
async function withoutWaiting(db: Database, entry: OutboxEntry): Promise<OutboxEntry> {
  if (!entry.notTaken) return entry;
  const needed = entry.operations.filter(isOnTransaction).filter(({ kind }) => kind === 'patch' || kind === 'delete');
  const gone = new Set(entry.notTaken.flatMap((one) => ('reason' in one && one.reason === 'deleted' ? one.id : [])));
  const ids = needed.map(idIn).filter((id) => !gone.has(id));
  const changes = new Changeset(db);
  await changes.hint(rowsBefore(entry).filter(({ id }) => ids.includes(id)));
  const here = await changes.transactions(ids);
  const waiting = new Set([...matchesIn(entry), ...ids.filter((id) => !here.has(id))]);
  const others = new Set(entry.notTaken.flatMap(({ id }) => (waiting.has(id) ? [] : id)));
  if (waiting.size === 0 || others.size === 0) return entry;
  await db.outbox.put(onlyOf(entry, waiting));
  return onlyOf(entry, others);
}

/** The entry keeps its place, because entries behind it still have to come after it. Its rows already show it. */
async function retryBlocked(db: Database, mutationId: string): Promise<boolean> {
  const entry = await db.outbox.get({ id: mutationId });
  if (entry?.state !== 'blocked') return false;
  const { blocked, failedAt, heldMs, ...rest } = entry;
  await db.outbox.put({ ...rest, action: actionOf(entry), id: newId(), state: 'pending', attempts: 0 });
  await freeDependants(db, mutationId);
  return true;
}

/** A lost entry goes up as the copy that it is, and not as an edit of today. */
function copyIn({ state, editedAt, cursors = {}, resent = 0 }: OutboxEntry) {
  return state === 'lost' ? { copy: { asOf: editedAt, cursors, resent: resent + 1 } } : {};
}

/**
 * Sends everything again that a restored server lost; rows that others need come first. Skips what somebody else
 * entered: it would become the user's, and the author's own device may still have it.
 */
export async function retryLost(db: Database, now: Date): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const lost = await db.outbox.where('state').equals('lost').sortBy('seq');
    const own = lost.filter(({ content = [] }) => content.every(({ row }) => isOwn(db, row)));
    const sides = Map.groupBy(own, lostTransferOf);
    const sideOf = async (_: Database, entry: OutboxEntry) => {
      const transferId = lostTransferOf(entry);
      return transferId === null ? undefined : sides.get(transferId)?.find(({ id }) => id !== entry.id)?.id;
    };
    for (const entry of own.sort((one, other) => placeInOrder(one) - placeInOrder(other))) {
      const withSide = [entry, ...(sides.get(lostTransferOf(entry) ?? '') ?? [])];
      const operations = withSide.flatMap((one) => one.operations);
      const possible = await Promise.all(operations.map((operation) => isPossible(db, operation)));
      if (!possible.includes(false)) await queueAgain(db, entry.id, now, sideOf);
    }
  });
}

/** The schedules of both sides of a transfer come before these, and rows before the keys that they were linked to. */
function placeInOrder({ rows: [row] }: OutboxEntry): number {
  if (!row) return 2;
  return row[0] === 'transactions' ? 1 : 0;
}
