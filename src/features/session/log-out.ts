import { Database } from '#store/database';
import type { Device } from '#store/device';
import { countWaiting, entriesToSettle } from '#store/outbox';
import { endSession } from '#store/revocations';

/** Number of entries that only this device has: on their way, or refused and not yet decided on. */
export async function countUnsynced(database: Database): Promise<number> {
  return (await countWaiting(database)) + (await entriesToSettle(database)).length;
}

/**
 * Logs out at once, with or without a network. The user's database is removed when all of it is on the server; else it
 * stays for the next log-in of the same user. The server hears of it later (`settleRevocations`).
 */
export async function logOut(device: Device, userId: string, sessionKey: string): Promise<void> {
  await endSession(device, sessionKey);
  // A connection of its own: the screens' one closes as they go.
  const database = new Database(userId);
  if ((await countUnsynced(database)) === 0) await database.delete();
  else database.close();
}
