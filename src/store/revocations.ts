/**
 * Logging out works at once, with or without a network: the session leaves its place and its tokens wait here until the
 * server has been told that they are void.
 */
import { liveQuery } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';
import type { Device } from './device.ts';
import { markEnded } from './ended-sessions.ts';
import { readSession, SESSION_KEY, sessionStorage } from './session-storage.ts';

const Revocation = v.object({ userId: Id, accessToken: v.string(), refreshToken: v.string() });
export type Revocation = v.InferOutput<typeof Revocation>;

const KEY = 'revocations';

/** Forgets who is signed in and keeps the tokens of the session for revoking, in one transaction. */
export async function endSession(device: Device): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const session = await readSession(device);
    if (session) {
      const { userId, accessToken, refreshToken } = session;
      await markEnded(device, accessToken);
      const waiting = await readRevocations(device);
      await device.items.put({ key: KEY, value: [...waiting, { userId, accessToken, refreshToken }] });
    }
    await sessionStorage(device).removeItem(SESSION_KEY);
  });
}

/** The sessions that the server still takes for open. */
export async function readRevocations(device: Device): Promise<Revocation[]> {
  const parsed = v.safeParse(v.array(Revocation), (await device.items.get(KEY))?.value);
  return parsed.success ? parsed.output : [];
}

/**
 * Calls `listener` when there are some, and with each change of them, in whichever tab; never where the device cannot be
 * read.
 */
export function watchRevocations(device: Device, listener: () => void): void {
  liveQuery(() => readRevocations(device)).subscribe({
    next: (waiting) => {
      if (waiting.length > 0) listener();
    },
    error: () => {},
  });
}

/** To be called when the server knows, or never will. */
export async function dropRevocation(device: Device, revocation: Revocation): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const waiting = await readRevocations(device);
    const rest = waiting.filter((one) => one.refreshToken !== revocation.refreshToken);
    await device.items.put({ key: KEY, value: rest });
  });
}
