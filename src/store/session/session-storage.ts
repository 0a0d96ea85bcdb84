/** The session, stored where the service worker can read it, too. */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { readValue } from '../database/meta.ts';
import { type Device, readLastUser, writeLastUser } from './device.ts';
import { hasEnded } from './ended-sessions.ts';
import { markLeft } from './left-users.ts';
import { askAgain } from './local-user.ts';

/** The key under which the auth client stores the session. */
export const SESSION_KEY = 'auth';

const Stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.string(),
    refresh_token: v.string(),
    expires_at: v.number(),
    user: v.object({ id: Id, email: v.optional(v.string(), '') }),
  }),
);

/** `expiresAt` is in milliseconds since 1970, by the device's clock. */
interface Session {
  userId: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}

/** The signed-in user and the tokens, expired or not; or null. */
export async function readSession(device: Device): Promise<Session | null> {
  return parseSession(await sessionStorage(device).getItem(SESSION_KEY));
}

/**
 * Forgets the session whose renewal the server refused, if its access token is useless, too. It is useless when it has
 * expired by the device's clock, or when it is the `refused` one. A session that arrived meanwhile stays.
 */
export async function dropSession(device: Device, refused?: string): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const session = await readSession(device);
    if (!session || (session.accessToken !== refused && session.expiresAt > Date.now())) return;
    await sessionStorage(device).removeItem(SESSION_KEY);
  });
}

function parseSession(stored: string | null): Session | null {
  const parsed = v.safeParse(Stored, stored);
  if (!parsed.success) return null;
  const { access_token: accessToken, refresh_token: refreshToken, expires_at: expiresAt, user } = parsed.output;
  return { userId: user.id, email: user.email, accessToken, refreshToken, expiresAt: expiresAt * 1000 };
}

/**
 * Storage for supabase-js (`auth.storage`): opaque strings by key. A value that is no string counts as absent. Tokens
 * of a session that was ended on this device are not stored again. The session and the signed-in user change in one
 * transaction. Otherwise a page that opens in between would show its visitor as signed in, without tokens and without a
 * way to log in.
 */
export function sessionStorage(device: Device): {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
} {
  const named = (key: string) => `session:${key}`;
  return {
    getItem: (key) => readValue(device.items, named(key), v.string()),
    async setItem(key, value) {
      await device.transaction('rw', device.items, async () => {
        const session = parseSession(value);
        if (session && (await hasEnded(device, session.accessToken))) return;
        await device.items.put({ key: named(key), value });
        if (session && key === SESSION_KEY) await writeLastUser(device, { id: session.userId, email: session.email });
      });
    },
    async removeItem(key) {
      await device.transaction('rw', device.items, async () => {
        await device.items.delete(named(key));
        if (key !== SESSION_KEY) return;
        const last = await readLastUser(device);
        if (last) await markLeft(device, last);
        await askAgain(device);
        await writeLastUser(device, null);
      });
    },
  };
}
