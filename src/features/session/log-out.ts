import { Database } from '#store/database';
import type { Device } from '#store/device';
import { countWaiting, entriesToSettle } from '#store/outbox';
import { endSession } from '#store/revocations';
import { forgetRememberedAccount } from '../accounts/active-account.ts';

/** Number of entries that only this device has: on their way, or refused and not yet decided on. */
export async function countUnsynced(database: Database): Promise<number> {
  return (await countWaiting(database)) + (await entriesToSettle(database)).length;
}

/**
 * Logs out at once, with or without a network. The user's database is removed when all of it is on the server; else it
 * stays for the next log-in of the same user. The server hears of it from `settleRevocations`. The end of the session
 * takes the screens down, and with them sync and search; `closed` resolves when they have let go of the database.
 */
export async function logOut(
  device: Device,
  { userId, closed }: { userId: string; closed: Promise<void> },
): Promise<void> {
  await endSession(device);
  await closed;
  const database = new Database(userId);
  // Comes after whatever was still being read or written, and would have kept the database from being removed.
  const unsynced = await database.transaction('rw', database.tables, () => countUnsynced(database));
  if (unsynced > 0) return database.close();
  await database.delete();
  forgetRememberedAccount();
}
