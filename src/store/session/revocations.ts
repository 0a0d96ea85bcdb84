/**
 * Log-out works at once, with or without a network. The session is removed, and its tokens wait here until the server
 * knows that they are void.
 */
import { liveQuery } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { readValue } from '../database/meta.ts';
import { type Device, readLastUser } from './device.ts';
import { markEnded } from './ended-sessions.ts';
import { markLeaving } from './left-users.ts';
import { readSession, SESSION_KEY, sessionStorage } from './session-storage.ts';

const Revocation = v.object({ userId: Id, accessToken: v.string(), refreshToken: v.string() });
export type Revocation = v.InferOutput<typeof Revocation>;

const KEY = 'revocations';

/** Forgets the signed-in user and keeps the session's tokens for the revocation, in one transaction. */
export async function endSession(device: Device): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const session = await readSession(device);
    if (session) {
      const { userId, accessToken, refreshToken } = session;
      await markEnded(device, accessToken);
      const waiting = await readRevocations(device);
      await device.items.put({ key: KEY, value: [...waiting, { userId, accessToken, refreshToken }] });
    }
    const last = await readLastUser(device);
    await sessionStorage(device).removeItem(SESSION_KEY);
    if (last) await markLeaving(device, last.id);
  });
}

/** The sessions that the server still treats as open. */
export async function readRevocations(device: Device): Promise<Revocation[]> {
  return (await readValue(device.items, KEY, v.array(Revocation))) ?? [];
}

/**
 * Calls `listener` when there are revocations, and after each change of them, in any tab. Never calls it when the
 * device cannot be read.
 */
export function watchRevocations(device: Device, listener: () => void): void {
  liveQuery(() => readRevocations(device)).subscribe({
    next: (waiting) => {
      if (waiting.length > 0) listener();
    },
    error: () => {},
  });
}

/** Called when the server knows of the revocation, or never will. */
export async function dropRevocation(device: Device, revocation: Revocation): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const waiting = await readRevocations(device);
    const rest = waiting.filter((one) => one.refreshToken !== revocation.refreshToken);
    await device.items.put({ key: KEY, value: rest });
  });
}
