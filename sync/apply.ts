/**
 * Apply: the only code that writes server rows and moves cursors (S10). One Dexie transaction takes an answer in whole or
 * not at all: the open entries are lifted off, the server's word is written on bare rows, the entries that the cursors have
 * reached are closed, and the others are laid on again.
 */
import { writeBudgetRoles } from '#store/budget-roles';
import type { Database } from '#store/database';
import { setBackEditClock } from '#store/edit-clock';
import type { keepLost as KeepLost } from '#store/lost';
import { countWaiting, hasLost, isOpen, type OutboxEntry } from '#store/outbox';
import { type Lifted, lay, lift } from '#store/overlay';
import { closeEntries, forgetRuns } from '#store/runs';
import { writeSyncState } from '#store/sync-state';
import { applyScope } from './apply-scope.ts';
import type { PullAnswer } from './protocol.ts';
import { readPullState, writePullState } from './pull-state.ts';
import { purgeScope } from './purge.ts';
import type { Asked } from './questions.ts';
import { RemoteFailure } from './remote.ts';

/**
 * Returns false, and changes nothing, when another answer was applied since this one was asked for, or the server made this one
 * before the one that was applied last (S11).
 * `offsetMs` is the server's clock minus this device's. Throws RemoteFailure `forbidden_user` for another user's answer.
 */
export async function applyAnswer(db: Database, asked: Asked, answer: PullAnswer, offsetMs: number): Promise<boolean> {
  if (answer.user !== db.userId) throw new RemoteFailure('forbidden_user');
  // Hardly anybody ever needs it; within a transaction it could not be waited for.
  const lost = restored(asked, answer) || (await hasLost(db)) ? await import('#store/lost') : null;
  return db.transaction('rw', db.tables, async () => {
    const { seq } = await readPullState(db);
    if (seq !== asked.seq) return false;
    if (await isOvertaken(db, asked, answer)) return false;
    const lifted = await lift(db);
    if (lost && restored(asked, answer)) await keepWhatWasLost(db, asked, answer, lost.keepLost);
    await takeIn(db, asked, answer, lifted);
    const entries = restored(asked, answer) ? await sendAgain(db, lifted.entries) : lifted.entries;
    const closed = await close(db, asked, answer, entries);
    if (!answer.scopes.some((scope) => scope.more)) await lost?.dropFound(db);
    await lay(db, { ...lifted, entries }, (entry) => isOpen(entry) && !closed.has(entry.id));
    await writePullState(db, { seq: seq + 1, epoch: answer.epoch });
    await writeSyncState(db, { offsetMs, backfill: await backfillOf(db, answer) });
    // The server writes its time in its own way; stamps are compared as text.
    const serverNow = new Date(answer.serverNow).toISOString();
    if ((await countWaiting(db)) === 0) await setBackEditClock(db, serverNow);
    return true;
  });
}

/** Of two questions that are under way together the server may answer the second first. */
async function isOvertaken(db: Database, asked: Asked, answer: PullAnswer): Promise<boolean> {
  if (asked.epoch !== answer.epoch) return false;
  const known = new Map((await db.cursors.toArray()).map((cursor) => [cursor.scope, cursor]));
  return answer.scopes.some(({ scope, reset, cursor }) => {
    const before = known.get(scope);
    return !reset && before?.grantId === cursor.grantId && cursor.version < before.version;
  });
}

async function takeIn(db: Database, asked: Asked, answer: PullAnswer, lifted: Lifted): Promise<void> {
  const visible = new Set(answer.scopes.map((one) => one.scope));
  for (const cursor of asked.cursors.values()) {
    if (!visible.has(cursor.scope)) await purgeScope(db, cursor.scope, cursor.accountId, lifted.places);
  }
  for (const scope of answer.scopes) {
    await applyScope(db, scope, asked.cursors.get(scope.scope) ?? null, lifted.places);
  }
  await db.invitations.clear();
  await db.invitations.bulkPut(answer.invitations);
  await writeBudgetRoles(db, answer.budgetRoles);
}

function restored(asked: Asked, answer: PullAnswer): boolean {
  return asked.epoch !== null && asked.epoch !== answer.epoch;
}

/** What the server numbered after the moment that it was set back to; of each log the floor says which that was (S29). */
async function keepWhatWasLost(
  db: Database,
  asked: Asked,
  answer: PullAnswer,
  keepLost: typeof KeepLost,
): Promise<void> {
  const now = new Date(answer.serverNow).toISOString();
  for (const cursor of asked.cursors.values()) {
    const scope = answer.scopes.find((one) => one.scope === cursor.scope);
    await keepLost(db, cursor, scope?.floor ?? null, now);
  }
}

/** The server was restored and may have lost what it had decided: it is asked again, under the same ids (S18). */
async function sendAgain(db: Database, entries: OutboxEntry[]): Promise<OutboxEntry[]> {
  const again = entries.map((entry): OutboxEntry => {
    if (entry.state !== 'applied' && entry.state !== 'superseded') return entry;
    const { verdict, ...undecided } = entry;
    return { ...undecided, state: 'in_flight' };
  });
  await db.outbox.bulkPut(again);
  await forgetRuns(db);
  return again;
}

/** Closes the entries whose verdict the cursors have reached (S16); returns their ids. */
async function close(db: Database, asked: Asked, answer: PullAnswer, entries: OutboxEntry[]): Promise<Set<string>> {
  const isToCome = rowsToCome(answer);
  const reached = entries.filter((entry) => isReached(entry, asked, answer) && !isToCome(entry));
  const applied = reached.filter((entry) => entry.state === 'applied');
  const superseded = reached.filter((entry) => entry.state === 'superseded');
  await closeEntries(
    db,
    applied.map((entry) => entry.seq),
  );
  await db.outbox.bulkPut(superseded.map((entry) => ({ ...entry, absorbed: true as const })));
  return new Set(reached.map((entry) => entry.id));
}

/**
 * Says of an entry whether a later answer brings one of its transactions. An answer that was cut ends at a version: what has a higher
 * one by now is not in it, though the entry's own was lower.
 */
function rowsToCome({ scopes }: PullAnswer): (entry: OutboxEntry) => boolean {
  // While months are missing, those that are here get all their changes with each answer.
  if (!scopes.some(({ more, cursor }) => more && cursor.before === null)) return () => false;
  const named = new Set(scopes.flatMap(({ transactions }) => transactions.map(({ id }) => id)));
  return ({ rows }) => rows.some(([table, id]) => table === 'transactions' && !named.has(id));
}

function isReached({ seq, verdict }: OutboxEntry, asked: Asked, answer: PullAnswer): boolean {
  if (!verdict || verdict.status === 'rejected') return false;
  const late = asked.decided.has(seq);
  const touched = Object.entries(verdict.versions);
  if (touched.length === 0) return late;
  return touched.every(([accountId, version]) => {
    const scopes = answer.scopes.filter((scope) => scope.accountId === accountId);
    // An account without a scope was lost or deleted, unless the answer is older than the verdict.
    if (scopes.length === 0) return late;
    return scopes.every((scope) => scope.cursor.version >= version);
  });
}

/** Months that are here and months that there are, while any scope is still being filled. */
async function backfillOf(db: Database, answer: PullAnswer): Promise<{ loaded: number; total: number } | null> {
  const filling = answer.scopes.filter((scope) => scope.cursor.before !== null);
  if (filling.length === 0) return null;
  let loaded = 0;
  let total = 0;
  for (const { scope, cursor } of filling) {
    const keys = await db.totals.where('[scope+month]').between([scope], [scope, []]).primaryKeys();
    total += keys.length;
    loaded += keys.filter(([, month]) => cursor.before !== null && month >= cursor.before).length;
  }
  return { loaded, total };
}
