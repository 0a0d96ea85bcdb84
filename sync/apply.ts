/**
 * Apply: the only code that writes server rows and moves cursors (S10a). One Dexie transaction applies a response as a
 * whole or not at all. It rolls the open entries back that the response concerns, and writes the server's rows. Then it
 * closes the entries that the cursors have reached, and replays the others.
 */

import type { Table } from 'dexie';
import { writeBudgetRoles } from '#store/database/budget-roles';
import type { Database } from '#store/database/database';
import { readDeviceId } from '#store/database/device-id';
import type { OutboxEntry, ScopeCursor } from '#store/database/records';
import { storageReason } from '#store/database/storage-failure';
import { writeSyncState } from '#store/database/sync-state';
import { watchNames } from '#store/database/watch-names';
import { writeKeys } from '#store/imports/reported-keys';
import { monthsWithTotals } from '#store/ledger/ledger';
import { setBackEditClock } from '#store/optimistic/edit-clock';
import { type RolledBack, rebase } from '#store/optimistic/rebase';
import { closeEntries } from '#store/outbox/batches';
import { countWaiting } from '#store/outbox/outbox';
import { dropFound } from '#store/resolve/lost';
import { rememberDeletions } from '#store/resolve/own-deletions';
import { affectedBy } from './affected.ts';
import { applyScope } from './apply-scope.ts';
import { readPullState, writePullState } from './pull-state.ts';
import { purgeScope } from './purge.ts';
import { isReached, isRestored, leftOut, rowsToCome } from './reached.ts';
import type { PullResponse } from './read-answer.ts';
import { readMarksOfPull } from './read-marks.ts';
import { RemoteFailure } from './remote.ts';
import type { Asked } from './requests.ts';
import { deleteAgain, keepWhatWasLost, sendAgain } from './restored.ts';
import { noteUnread } from './unreadable.ts';

/** Of so many entries, only those are rolled back that a response concerns (S16e). */
const MANY = 3;

/**
 * Returns false, and changes nothing, when another database asked, when another response was applied since (S11a), or
 * when this response would take a cursor back (S11b). `offsetMs` is the server's clock minus this device's. Throws
 * RemoteFailure `forbidden_user` for a response to another user (S15a).
 */
export async function applyResponse(
  db: Database,
  asked: Asked,
  response: PullResponse,
  offsetMs: number,
): Promise<boolean> {
  if (response.user !== db.userId) throw new RemoteFailure('forbidden_user');
  const restored = isRestored(asked, response);
  // Which rows a restored server lost cannot be told of a scope that cannot be read.
  if (restored && leftOut(response).length > 0) throw new RemoteFailure('malformed');
  return db.transaction('rw', db.tables, async () => {
    const [cursors, entries] = await Promise.all([
      db.cursors.toArray(),
      db.outbox.limit(MANY).count(),
      readMarksOfPull(db),
    ]);
    const { seq, asOf } = await readPullState(db);
    if ((await readDeviceId(db)) !== asked.device) return false;
    if (seq !== asked.seq) return false;
    if (isOvertaken(cursors, asked, response)) return false;
    // A few entries are rolled back together: that takes fewer requests.
    const areMany = !restored && entries === MANY;
    const affected = areMany ? await affectedBy(db, asked, response) : 'all';
    const unread = await noteUnread(db, response);
    await rebase(db, affected, async (rolledBack) => {
      const open = restored
        ? await takeInRestored(db, asked, response, rolledBack, asOf)
        : await takeIn(db, asked, response, rolledBack);
      // An entry on many rows would go on hiding what others write into the rest.
      const readable = open.filter(({ rows }) => rows.length !== 1 || !unread.has(rows[0]?.[1] ?? null));
      const closed = await close(db, asked, response, rowsToCome(response, rolledBack.seen), readable);
      if (!response.scopes.some((scope) => scope.more)) await dropFound(db);
      return open.filter(({ id }) => !closed.has(id));
    });
    await writeSyncState(db, { offsetMs, backfill: await backfillOf(db, response) });
    const [waiting] = await Promise.all([
      countWaiting(db),
      writePullState(db, { seq: seq + 1, epoch: response.epoch, asOf: asOfAfter(response, asOf) }),
    ]);
    // The server writes its time in another format, and stamps are compared as text.
    const serverNow = new Date(response.serverNow).toISOString();
    if (waiting === 0) await setBackEditClock(db, serverNow);
    return true;
  });
}

/** A scope of the response cannot be applied: it breaks a rule that its schema does not know. */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';
  readonly scope: string;

  constructor(scope: string, options: ErrorOptions) {
    super(`cannot be applied: ${scope}`, options);
    this.scope = scope;
  }
}

/** Whether the response would take a cursor back. The server may handle the second of two requests first (S11b). */
function isOvertaken(cursors: readonly ScopeCursor[], asked: Asked, response: PullResponse): boolean {
  if (asked.epoch !== response.epoch) return false;
  const known = new Map(cursors.map((cursor) => [cursor.scope, cursor]));
  return response.scopes.some(({ scope, reset, cursor }) => {
    const before = known.get(scope);
    return !reset && before?.grantId === cursor.grantId && cursor.version < before.version;
  });
}

/** Takes in what a restored server has. Returns the entries that go to it again, and those that were rolled back. */
async function takeInRestored(
  db: Database,
  asked: Asked,
  response: PullResponse,
  rolledBack: RolledBack,
  asOf: string | null,
): Promise<OutboxEntry[]> {
  await keepWhatWasLost(db, asked, response, asOf);
  const deletions = await deleteAgain(db, asked, response, rolledBack.places);
  const entries = await takeIn(db, asked, response, rolledBack);
  return sendAgain(db, [...deletions, ...entries]);
}

/** Writes the rows of the response. Returns the entries that were rolled back. */
async function takeIn(
  db: Database,
  asked: Asked,
  response: PullResponse,
  rolledBack: RolledBack,
): Promise<OutboxEntry[]> {
  // Of a scope that the device did not have, it knows no older names.
  const categories = response.scopes.flatMap((one) => (asked.cursors.has(one.scope) ? one.categories : []));
  const noteNames = categories.length > 0 ? await watchNames(db, categories) : null;
  const visible = new Set([...response.scopes.map((one) => one.scope), ...leftOut(response)]);
  for (const cursor of asked.cursors.values()) {
    if (!visible.has(cursor.scope)) await purgeScope(db, cursor.scope, cursor.accountId, rolledBack.places);
  }
  for (const scope of response.scopes) {
    try {
      await applyScope(db, scope, asked.cursors.get(scope.scope) ?? null, rolledBack.places);
      await writeKeys(db, scope.accountId, scope.keys);
    } catch (cause) {
      // Without room or a database, no other scope would fare better.
      throw storageReason(cause) === 'storage' ? new ScopeFailure(scope.scope, { cause }) : cause;
    }
  }
  await Promise.all([
    replaceAll(db.invitations, response.invitations),
    replaceAll(db.notices, response.notices),
    writeBudgetRoles(db, response.budgetRoles),
  ]);
  await noteNames?.();
  return rolledBack.entries;
}

/** Most people have none of these. A write of nothing would make the screen read them again. */
async function replaceAll<Row>(table: Table<Row, string>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0 && (await table.count()) === 0) return;
  await table.clear();
  await table.bulkPut(rows);
}

/** The moment as of which this device has everything. A response that was cut between two versions does not move it. */
function asOfAfter({ scopes, serverNow }: PullResponse, before: string | null): string | null {
  const isCut = scopes.some(({ more, cursor }) => more && cursor.before === null);
  return isCut ? before : new Date(serverNow).toISOString();
}

/**
 * Closes the entries whose verdict the cursors have reached (S16a), but for those of which something is to come.
 * Returns their ids.
 */
async function close(
  db: Database,
  asked: Asked,
  response: PullResponse,
  isToCome: (entry: OutboxEntry) => boolean,
  entries: OutboxEntry[],
): Promise<Set<string>> {
  const reached = entries.filter((entry) => isReached(entry, asked, response) && !isToCome(entry));
  const applied = reached.filter((entry) => entry.state === 'applied');
  const superseded = reached.filter((entry) => entry.state === 'superseded');
  await closeEntries(
    db,
    applied.map((entry) => entry.seq),
  );
  await rememberDeletions(db, applied);
  await db.outbox.bulkPut(superseded.map((entry) => ({ ...entry, absorbed: true as const })));
  return new Set(reached.map((entry) => entry.id));
}

/** Counts the months that are here and all months, while a scope is still being filled; null afterwards. */
async function backfillOf(db: Database, response: PullResponse): Promise<{ loaded: number; total: number } | null> {
  const filling = response.scopes.filter((scope) => scope.cursor.before !== null);
  if (filling.length === 0) return null;
  let loaded = 0;
  let total = 0;
  for (const { scope, cursor } of filling) {
    const months = await monthsWithTotals(db, scope);
    total += months.length;
    loaded += months.filter((month) => cursor.before !== null && month >= cursor.before).length;
  }
  return { loaded, total };
}
