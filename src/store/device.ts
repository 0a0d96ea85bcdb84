/**
 * What belongs to the device and not to one user; here, who was signed in last, so that the app opens offline with an
 * expired session.
 */

import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';

const LastUser = v.object({ id: Id, email: v.string() });
export type LastUser = v.InferOutput<typeof LastUser>;

const LAST_USER = 'last-user';

interface Item {
  key: string;
  value: unknown;
}

export class Device extends Dexie {
  readonly items: Table<Item, string>;

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super('carryover-device', options);
    this.version(1).stores({ items: 'key' });
    this.items = this.table('items');
  }
}

/** Who used this device last and did not log out, or null. */
export async function readLastUser(device: Device): Promise<LastUser | null> {
  const parsed = v.safeParse(LastUser, (await device.items.get(LAST_USER))?.value);
  return parsed.success ? parsed.output : null;
}

/** Remembers the user, or forgets whoever it was. */
export async function writeLastUser(device: Device, user: LastUser | null): Promise<void> {
  if (user) await device.items.put({ key: LAST_USER, value: user });
  else await device.items.delete(LAST_USER);
}
