/**
 * The session, kept where the service worker can read it too. The auth client renews tokens by itself, in every tab, so one may
 * arrive when its user has just logged out: what belongs to a session that was ended here is not stored again.
 */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { type Device, type LastUser, writeLastUser } from './device.ts';

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
      await device.transaction('rw', device.items, async () => {
        const session = sessionIdOf(value);
        if (session !== null && (await readEnded(device)).includes(session)) return;
        await device.items.put({ key: named(key), value });
      });
    },
    removeItem: async (key) => device.items.delete(named(key)),
  };
}

/** Remembers the user if the stored session is theirs. */
export async function rememberUser(device: Device, user: LastUser): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const session = await readSession(device);
    if (session?.userId === user.id) await writeLastUser(device, user);
  });
}

const ENDED = 'ended-sessions';
/** A renewal under way ends within minutes; so many log-outs do not fit in there. */
const ENDED_KEPT = 20;

/** From now on nothing of this session is stored. */
export async function markEnded(device: Device, storedSession: string): Promise<void> {
  const session = sessionIdOf(storedSession);
  if (session === null) return;
  await device.transaction('rw', device.items, async () => {
    const ended = [...(await readEnded(device)), session].slice(-ENDED_KEPT);
    await device.items.put({ key: ENDED, value: ended });
  });
}

async function readEnded(device: Device): Promise<string[]> {
  const parsed = v.safeParse(v.array(v.string()), (await device.items.get(ENDED))?.value);
  return parsed.success ? parsed.output : [];
}

const Claims = v.pipe(v.string(), v.parseJson(), v.object({ session_id: v.string() }));

/** The claim `session_id` of the access token: the same in all tokens of one log-in. Null when there is none. */
function sessionIdOf(storedSession: string): string | null {
  const session = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ access_token: v.string() })), storedSession);
  if (!session.success) return null;
  const [, payload = ''] = session.output.access_token.split('.');
  const claims = v.safeParse(Claims, decodeBase64Url(payload));
  return claims.success ? claims.output.session_id : null;
}

/** Null for what is no Base64. */
function decodeBase64Url(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
