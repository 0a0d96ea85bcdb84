/**
 * The database of what belongs to the device and not to one user, and in it the user who signed in last. So the app
 * opens offline, even when the session has expired. Other files of this folder keep their values here, too.
 */

import { Dexie, type Table } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { endsWithPage } from '../database/ends-with-page.ts';
import { readValue } from '../database/meta.ts';
import type { Meta } from '../database/records.ts';

const LastUser = v.object({ id: Id, email: v.string() });
export type LastUser = v.InferOutput<typeof LastUser>;

const LAST_USER = 'last-user';

/** The database that all users of this device share. Each user's rows are in a database of their own. */
export class Device extends Dexie {
  readonly items: Table<Meta, string>;

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super('carryover-device', options);
    this.version(1).stores({ items: 'key' });
    this.use(endsWithPage);
    this.items = this.table('items');
  }
}

/** The user who signed in last and did not log out. Null without one, or when this version cannot read the value. */
export function readLastUser(device: Device): Promise<LastUser | null> {
  return readValue(device.items, LAST_USER, LastUser);
}

/** Stores the user; null forgets the stored one. */
export async function writeLastUser(device: Device, user: LastUser | null): Promise<void> {
  if (user) await device.items.put({ key: LAST_USER, value: user });
  else await device.items.delete(LAST_USER);
}
