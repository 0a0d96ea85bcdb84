/** "Start on this device": a database without a login, with the account and categories of a new user. */

import { defaultAccountInserts } from '../commands/accounts/default-account.ts';
import { type BrowserStorage, openDatabase } from '../database/database.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import type { Device } from '../session/device.ts';
import { beginLocalUser, showLocalUser } from '../session/local-user-life.ts';
import { settle } from './settle.ts';

/** Needs no network. Interrupted and started again, it makes the same account. Throws a StorageFailure. */
export async function startOnDevice(device: Device, now: Date = new Date(), browser?: BrowserStorage): Promise<void> {
  const userId = await beginLocalUser(device);
  const db = await openDatabase(userId, browser);
  try {
    const actor = { userId, email: '' };
    await db.transaction('rw', db.tables, async () => {
      const { inserts } = await defaultAccountInserts(db, actor, now);
      if (inserts.length > 0) await commitMutation(db, inserts, { userId, userEmail: actor.email, now });
    });
    await settle(db, now);
  } finally {
    db.close();
  }
  await showLocalUser(device);
}
