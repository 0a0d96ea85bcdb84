import { Database } from '#store/database/database';
import type { Device } from '#store/session/device';
import { forgetLeft } from '#store/session/left-users';
import { endSession } from '#store/session/revocations';
import { forgetRememberedAccount } from '../accounts/active-account.ts';

/**
 * Signs out and deletes the user's database, whatever it still holds: the server has deleted the user. `closed`
 * resolves when the screens no longer use the database.
 */
export async function forgetHere(
  device: Device,
  { userId, closed }: { userId: string; closed: Promise<void> },
): Promise<void> {
  await endSession(device);
  await closed;
  const database = new Database(userId);
  // This transaction waits for all earlier reads and writes, which would otherwise block the deletion of the database.
  await database.transaction('rw', database.tables, async () => {});
  await database.delete();
  await forgetLeft(device, userId);
  forgetRememberedAccount();
}
