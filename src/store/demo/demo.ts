/**
 * The demo's replica: a database of its own with sample data, which no server ever receives. Every mutation in it
 * counts as settled at once. The database is deleted when the last page that shows the demo has gone.
 */

import { Dexie, liveQuery } from 'dexie';
import type { Insert } from '#domain/operations';
import { type Database, DEMO_USER_ID, databaseName, openDatabase } from '../database/database.ts';
import { commitMutation } from '../optimistic/mutations.ts';

/** Every page that shows the demo holds this lock. */
const LOCK = 'carryover-demo';

/** How long to wait until the last demo page has gone, in milliseconds. */
const PATIENCE_MS = 2000;

/** Fills the demo's database if it is empty. A reloaded page continues with what was done in it. */
export async function prepareDemo(sample: () => Insert[], userEmail: string, now: Date): Promise<void> {
  holdLock();
  const db = await openDatabase(DEMO_USER_ID);
  try {
    if ((await db.accounts.count()) > 0) return;
    await commitMutation(db, sample(), { userId: DEMO_USER_ID, userEmail, now });
    await settle(db, now);
  } finally {
    db.close();
  }
}

function holdLock(): void {
  // Undefined on plain-http origins. The browser releases the lock when the page goes away.
  void navigator.locks?.request(LOCK, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Settles every new mutation in the server's place, until the returned function is called. */
export function settleDemo(db: Database): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settleAndPlan = async () => {
    clearTimeout(timer);
    const next = await settle(db, new Date());
    if (next) timer = setTimeout(() => void settleAndPlan(), Math.max(0, Date.parse(next) - Date.now()) + 1);
  };
  const following = liveQuery(() => db.outbox.count()).subscribe((count) => {
    if (count > 0) void settleAndPlan();
  });
  return () => {
    clearTimeout(timer);
    following.unsubscribe();
  };
}

/**
 * Rows stay as the mutation made them. An entry behind an Undo can still be taken back. Returns when the next held
 * entry is due, ISO.
 */
async function settle(db: Database, now: Date): Promise<string | null> {
  return db.transaction('rw', db.outbox, db.bases, async () => {
    const at = now.toISOString();
    await db.outbox.filter(({ holdUntil }) => holdUntil === undefined || holdUntil <= at).delete();
    const held = await db.outbox.toArray();
    const touched = new Set(held.flatMap(({ rows }) => rows.map((row) => row.join(' '))));
    await db.bases.filter(({ table, id }) => !touched.has(`${table} ${id}`)).delete();
    return held.map(({ holdUntil = at }) => holdUntil).sort()[0] ?? null;
  });
}

/** Deletes the demo from this device unless another page shows it. Returns whether it is gone. */
export async function removeDemo(): Promise<boolean> {
  const remove = async () => {
    await Dexie.delete(databaseName(DEMO_USER_ID));
    return true;
  };
  if (!navigator.locks) return remove();
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, remove);
  } catch {
    return false;
  }
}
