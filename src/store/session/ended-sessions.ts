/**
 * Sessions that were logged out on this device. The auth client renews tokens by itself, in every tab. It drops renewed
 * tokens when the session has gone meanwhile, except in the moment between its check and its write. This list refuses
 * tokens from that moment.
 */
import * as v from 'valibot';
import { readValue } from '../database/meta.ts';
import type { Device } from './device.ts';

const KEY = 'ended-sessions';
/** A renewal in flight ends within a minute. No user logs out this often in a minute. */
const KEPT = 20;

/** From now on `hasEnded` is true for all tokens of this token's session. */
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
  return (await readValue(device.items, KEY, v.array(v.string()))) ?? [];
}

const Claims = v.pipe(v.string(), v.parseJson(), v.object({ session_id: v.string() }));

/** The claim `session_id`, which is the same in all tokens of one log-in. Null when there is none. */
function sessionIdOf(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.');
  const claims = v.safeParse(Claims, decodeBase64Url(payload));
  return claims.success ? claims.output.session_id : null;
}

/** Returns null for text that is not Base64. */
function decodeBase64Url(text: string): string | null {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
}
