/**
 * What belongs to the device and not to one user: the session, kept where the service worker can read it too, and who was
 * signed in last, so that the app opens offline with an expired session.
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

/** The name under which the auth client keeps the session in the device's storage. */
export const SESSION_KEY = 'auth';

const Session = v.object({ access_token: v.string(), expires_at: v.number(), user: v.object({ id: Id }) });

/** Who is signed in and with which access token until when (milliseconds since 1970), expired or not; or null. */
export async function readSession(
  device: Device,
): Promise<{ userId: string; accessToken: string; expiresAt: number } | null> {
  const kept = await sessionStorage(device).getItem(SESSION_KEY);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Session), kept);
  if (!parsed.success) return null;
  const { access_token: accessToken, expires_at: expiresAt, user } = parsed.output;
  return { userId: user.id, accessToken, expiresAt: expiresAt * 1000 };
}

/** Storage for supabase-js (`auth.storage`): opaque strings by key. A value that is no string counts as absent. */
export function sessionStorage(device: Device): {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
} {
  const named = (key: string) => `session:${key}`;
  return {
    async getItem(key) {
      const parsed = v.safeParse(v.string(), (await device.items.get(named(key)))?.value);
      return parsed.success ? parsed.output : null;
    },
    async setItem(key, value) {
      await device.items.put({ key: named(key), value });
    },
    removeItem: async (key) => device.items.delete(named(key)),
  };
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
