/**
 * The demo's replica: a database of its own with sample data, which no server ever receives. Every mutation in it
 * counts as settled at once. The database is deleted when the last page that shows the demo has gone.
 */

import { Dexie } from 'dexie';
import type { Insert } from '#domain/mutations/operations';
import { DEMO_USER_ID, databaseName, openDatabase } from '../database/database.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { settle } from './settle.ts';

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
