/**
 * Logging out works at once, with or without a network: the session leaves its place and its tokens wait here until the
 * server has been told that they are void.
 */
import { liveQuery } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { type Device, writeLastUser } from './device.ts';
import { markEnded, sessionStorage } from './session-storage.ts';

const Session = v.object({ access_token: v.string(), refresh_token: v.string(), user: v.object({ id: Id }) });

const Revocation = v.object({ userId: Id, accessToken: v.string(), refreshToken: v.string() });
export type Revocation = v.InferOutput<typeof Revocation>;

const KEY = 'revocations';

/** Forgets who is signed in and keeps the tokens of the session under `sessionKey` for revoking, in one transaction. */
export async function endSession(device: Device, sessionKey: string): Promise<void> {
  const storage = sessionStorage(device);
  await device.transaction('rw', device.items, async () => {
    const kept = await storage.getItem(sessionKey);
    if (kept !== null) await markEnded(device, kept);
    const session = v.safeParse(v.pipe(v.string(), v.parseJson(), Session), kept);
    if (session.success) {
      const { access_token: accessToken, refresh_token: refreshToken, user } = session.output;
      const waiting = await readRevocations(device);
      await device.items.put({ key: KEY, value: [...waiting, { userId: user.id, accessToken, refreshToken }] });
    }
    await storage.removeItem(sessionKey);
    await writeLastUser(device, null);
  });
}

/** The sessions that the server still takes for open. */
export async function readRevocations(device: Device): Promise<Revocation[]> {
  const parsed = v.safeParse(v.array(Revocation), (await device.items.get(KEY))?.value);
  return parsed.success ? parsed.output : [];
}

/** Calls `listener` at once and whenever there may be others, in whichever tab; never where the device cannot be read. */
export function watchRevocations(device: Device, listener: () => void): void {
  liveQuery(() => readRevocations(device)).subscribe({ next: listener, error: () => {} });
}

/** To be called when the server knows, or never will. */
export async function dropRevocation(device: Device, revocation: Revocation): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const waiting = await readRevocations(device);
    const rest = waiting.filter((one) => one.refreshToken !== revocation.refreshToken);
    await device.items.put({ key: KEY, value: rest });
  });
}
