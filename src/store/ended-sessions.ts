/**
 * Sessions that were logged out of here. The auth client renews tokens by itself, in every tab. It drops those that come when
 * the session has gone meanwhile, but for the moment between its look and its write; what comes then is refused by this.
 */
import * as v from 'valibot';
import type { Device } from './device.ts';

const KEY = 'ended-sessions';
/** A renewal under way ends within a minute; so many log-outs do not fit in there. */
const KEPT = 20;

/** From now on `hasEnded` knows all tokens of this one's session. */
export async function markEnded(device: Device, accessToken: string): Promise<void> {
  const session = sessionIdOf(accessToken);
  if (session === null) return;
  await device.transaction('rw', device.items, async () => {
    const ended = [...(await readEnded(device)), session].slice(-KEPT);
    await device.items.put({ key: KEY, value: ended });
  });
}

export async function hasEnded(device: Device, accessToken: string): Promise<boolean> {
  const session = sessionIdOf(accessToken);
  return session !== null && (await readEnded(device)).includes(session);
}

async function readEnded(device: Device): Promise<string[]> {
  const parsed = v.safeParse(v.array(v.string()), (await device.items.get(KEY))?.value);
  return parsed.success ? parsed.output : [];
}

const Claims = v.pipe(v.string(), v.parseJson(), v.object({ session_id: v.string() }));

/** The claim `session_id`: the same in all tokens of one log-in. Null when there is none. */
function sessionIdOf(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.');
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
