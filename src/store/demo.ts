/**
 * The demo's replica: a database of its own, filled with sample data, that no server ever hears of. What is done in it counts
 * as settled at once. It goes when the last page that shows it has gone.
 */
import { Dexie, liveQuery } from 'dexie';
import type { Insert } from '#domain/operations';
import { type Database, DEMO_USER_ID, databaseName, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';

/** Held by every page that shows the demo. */
const LOCK = 'carryover-demo';

/** How long to wait for the last demo page to be gone, milliseconds. */
const PATIENCE_MS = 2000;

/** Fills the demo's database unless it is: a page that is loaded again goes on with what was done in it. */
export async function prepareDemo(sample: () => Insert[], userEmail: string, now: Date): Promise<void> {
  holdLock();
  const db = await openDatabase(DEMO_USER_ID);
  try {
    if ((await db.accounts.count()) > 0) return;
    await commitIntent(db, sample(), { userId: DEMO_USER_ID, userEmail, now });
    await settle(db, now);
  } finally {
    db.close();
  }
}

function holdLock(): void {
  // Absent on plain-http origins. Given back by the browser when the page goes.
  void navigator.locks?.request(LOCK, { mode: 'shared' }, () => new Promise(() => {}));
}

/** Settles whatever is done from now on, in the place of a server, until the returned function is called. */
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

/** Rows stand as they were made; what waits behind an Undo can still be taken back. Answers when the next of that is due, ISO. */
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

/** Removes the demo from this device unless another page shows it. Answers whether it is gone. */
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
