/** How somebody without a login begins and ends on this device. A first page loads without this file. */
import { Dexie } from 'dexie';
import { databaseName } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { Device } from './device.ts';
import { changeLocalUser, LOCAL_USER, readBegun } from './local-user.ts';

/** Their id, also before they are ready; null when nobody starts here. */
export async function readLocalId(device: Device): Promise<string | null> {
  return (await readBegun(device))?.id ?? null;
}

/** The id of whoever starts here. After an attempt that did not come to its end, it is the same id again. */
export async function beginLocalUser(device: Device): Promise<string> {
  return device.transaction('rw', device.items, async () => {
    const known = await readBegun(device);
    if (known) return known.id;
    const id = newId();
    await device.items.put({ key: LOCAL_USER, value: { id, ready: false, signedUp: null, leftBy: null } });
    return id;
  });
}

/** Whether their database, which was there before they were ready, is gone. */
export async function isMissing(userId: string): Promise<boolean> {
  return !(await Dexie.exists(databaseName(userId)));
}

/** From now on their data shows while nobody is logged in. */
export async function showLocalUser(device: Device): Promise<void> {
  await changeLocalUser(device, () => ({ ready: true }));
}

/** The user leaves the data where it is. */
export async function leaveHere(device: Device, userId: string): Promise<void> {
  await changeLocalUser(device, () => ({ leftBy: userId }));
}

/** There is nobody without a login on this device any more. */
export async function forgetLocalUser(device: Device): Promise<void> {
  await device.items.delete(LOCAL_USER);
}
