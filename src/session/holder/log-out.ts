import { Database } from '#store/database/database';
import { countUnsynced } from '#store/queries/entries/unsynced-entries';
import type { Device } from '#store/session/device';
import { forgetLeft, markKept } from '#store/session/left-users';
import { endSession } from '#store/session/revocations';
import { forgetRememberedAccount } from '../accounts/active-account.ts';

/**
 * Logs out at once, with or without a network. The user's database is deleted when the server has all of it; otherwise
 * it stays for the next log-in of the same user. `settleRevocations` tells the server. The end of the session closes
 * the screens, and with them sync and search. `closed` resolves when they no longer use the database. `isDeleted`: the
 * server has deleted the user, so the database goes whatever it still holds.
 */
export async function logOut(
  device: Device,
  { userId, closed, isDeleted = false }: { userId: string; closed: Promise<void>; isDeleted?: boolean },
): Promise<void> {
  await endSession(device);
  await closed;
  const database = new Database(userId);
  // This transaction waits for all earlier reads and writes, which would otherwise block the deletion of the database.
  const unsynced = await database.transaction('rw', database.tables, () => countUnsynced(database));
  if (unsynced > 0 && !isDeleted) {
    database.close();
    await markKept(device, userId);
    return;
  }
  await database.delete();
  await forgetLeft(device, userId);
  forgetRememberedAccount();
}
