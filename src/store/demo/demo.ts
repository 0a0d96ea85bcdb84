/**
 * The demo's replica: a database of its own with sample data, which no server ever receives. Every mutation in it
 * counts as settled at once. The database is deleted when the last page that shows the demo has gone.
 */

import type { Insert } from '#domain/mutations/operations';
import { DEMO_USER_ID, openDatabase } from '../database/database.ts';
import { settle } from '../local/settle.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import { DEMO_LOCK } from './demo-removal.ts';

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
  void navigator.locks?.request(DEMO_LOCK, { mode: 'shared' }, () => new Promise(() => {}));
}
