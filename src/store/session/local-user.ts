/**
 * Somebody who started on this device without a login. They have a random id and a database of their own, and no server
 * knows them. Their data shows while nobody is logged in.
 */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { readValue } from '../database/meta.ts';
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

export const LOCAL_USER = 'local-user';

/** The key of what goes to users (carry-overs.ts). */
export const CARRY_OVERS = 'carry-overs';

/** Whether something that was entered here without a login is on its way to this user. */
export async function isCarryingOver(device: Device, userId: string): Promise<boolean> {
  const targets = await readValue(device.items, CARRY_OVERS, v.array(v.object({ to: Id })));
  return targets?.some(({ to }) => to === userId) ?? false;
}

/** Null when nobody has started on this device. */
export async function readLocalUser(device: Device): Promise<LocalUser | null> {
  const known = await readBegun(device);
  return known?.ready ? known : null;
}

/** The same, also before they are ready. */
export function readBegun(device: Device): Promise<LocalUser | null> {
  return readValue(device.items, LOCAL_USER, LocalUser);
}

/** Nobody knows whose the data is, so each log-in asks. This is no address of anybody. */
const UNSURE = 'unsure';

/**
 * Somebody signed up here with this address. Their log-in with it carries everything over by itself. With a second
 * address, nobody knows any more whose the data is. In a shared browser, the last to sign up must not take it.
 */
export async function noteSignUp(device: Device, email: string): Promise<void> {
  const address = email.trim().toLowerCase();
  await changeLocalUser(device, ({ signedUp }) => ({
    signedUp: signedUp === null || signedUp === address ? address : UNSURE,
  }));
}

/** A log-in by link or provider asks first, whoever signed up here. */
export async function doubtSignUp(device: Device): Promise<void> {
  await changeLocalUser(device, ({ signedUp }) => ({ signedUp: signedUp === null ? null : UNSURE }));
}

/** The session has ended, so the next log-in asks again. */
export async function askAgain(device: Device): Promise<void> {
  await changeLocalUser(device, () => ({ leftBy: null }));
}

/** Without anybody to change, nothing is stored. */
export async function changeLocalUser(device: Device, change: (known: LocalUser) => Partial<LocalUser>): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const known = await readBegun(device);
    if (known) await device.items.put({ key: LOCAL_USER, value: { ...known, ...change(known) } });
  });
}
