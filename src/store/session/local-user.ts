/**
 * Somebody who started on this device without a login. They have a random id and a database of their own, and no server
 * knows them. Their data shows while nobody is logged in.
 */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { readValue } from '../database/meta.ts';
import { newId } from '../database/new-id.ts';
import type { Device } from './device.ts';

const LocalUser = v.object({
  id: Id,
  /** Whether their first account is there. Until then nothing of them shows. */
  ready: v.boolean(),
  /** The address, in small letters, with which somebody signed up here since. */
  signedUp: v.nullable(v.string()),
  /** The user who left the data here when they logged in. They are not asked again before they log out. */
  leftBy: v.nullable(Id),
});
export type LocalUser = v.InferOutput<typeof LocalUser>;

const KEY = 'local-user';

/** Null when nobody has started on this device. */
export async function readLocalUser(device: Device): Promise<LocalUser | null> {
  const known = await readValue(device.items, KEY, LocalUser);
  return known?.ready ? known : null;
}

/** Their id, also before they are ready; null when nobody starts here. */
export async function readLocalId(device: Device): Promise<string | null> {
  return (await readValue(device.items, KEY, LocalUser))?.id ?? null;
}

/** The id of whoever starts here. After an attempt that did not come to its end, it is the same id again. */
export async function beginLocalUser(device: Device): Promise<string> {
  return device.transaction('rw', device.items, async () => {
    const known = await readValue(device.items, KEY, LocalUser);
    if (known) return known.id;
    const id = newId();
    await device.items.put({ key: KEY, value: { id, ready: false, signedUp: null, leftBy: null } });
    return id;
  });
}

/** From now on their data shows while nobody is logged in. */
export async function showLocalUser(device: Device): Promise<void> {
  await change(device, { ready: true });
}

/** Somebody signed up here with this address. Their log-in with it carries everything over by itself. */
export async function noteSignUp(device: Device, email: string): Promise<void> {
  await change(device, { signedUp: email.trim().toLowerCase() });
}

/** A log-in by link or provider asks first, whoever signed up here. */
export async function forgetSignUp(device: Device): Promise<void> {
  await change(device, { signedUp: null });
}

/** The user leaves the data where it is. */
export async function leaveHere(device: Device, userId: string): Promise<void> {
  await change(device, { leftBy: userId });
}

/** The session has ended, so the next log-in asks again. */
export async function askAgain(device: Device): Promise<void> {
  await change(device, { leftBy: null });
}

/** There is nobody without a login on this device any more. */
export async function forgetLocalUser(device: Device): Promise<void> {
  await device.items.delete(KEY);
}

/** Without anybody to change, nothing is stored. */
async function change(device: Device, changed: Partial<LocalUser>): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const known = await readValue(device.items, KEY, LocalUser);
    if (known) await device.items.put({ key: KEY, value: { ...known, ...changed } });
  });
}
