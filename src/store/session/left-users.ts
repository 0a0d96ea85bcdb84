/**
 * Users who left this device by a log-out, or because the server ended their session. Their remaining data can be
 * named, and forgotten later (kept-users.ts).
 */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { readValue } from '../database/meta.ts';
import type { Device, LastUser } from './device.ts';

/** `leaving` is the start of a log-out that has not ended yet, in milliseconds since 1970. */
const LeftUser = v.object({ id: Id, email: v.string(), leaving: v.nullable(v.number()) });
type LeftUser = v.InferOutput<typeof LeftUser>;

const KEY = 'left-users';

/** The longest time of a log-out, unless its page was closed in the middle; milliseconds. */
export const LEAVING_MS = 30_000;

/** Called when a session ends. */
export async function markLeft(device: Device, { id, email }: LastUser): Promise<void> {
  await change(device, (users) => [...without(users, id), { id, email, leaving: null }]);
}

/** Called when a log-out begins, after `markLeft`. Until it ends, the user's data does not count as kept. */
export async function markLeaving(device: Device, userId: string): Promise<void> {
  await change(device, (users) => users.map((user) => (user.id === userId ? { ...user, leaving: Date.now() } : user)));
}

/** Called when a log-out has ended and left data on the device. */
export async function markKept(device: Device, userId: string): Promise<void> {
  await change(device, (users) => users.map((user) => (user.id === userId ? { ...user, leaving: null } : user)));
}

/** Called when the device has no data of this user any more. */
export async function forgetLeft(device: Device, userId: string): Promise<void> {
  await change(device, (users) => without(users, userId));
}

/** Everybody who left, also those of whom nothing is here any more. */
export async function readLeft(device: Device): Promise<LeftUser[]> {
  return (await readValue(device.items, KEY, v.array(LeftUser))) ?? [];
}

async function change(device: Device, by: (users: LeftUser[]) => LeftUser[]): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    await device.items.put({ key: KEY, value: by(await readLeft(device)) });
  });
}

const without = (users: LeftUser[], id: string) => users.filter((user) => user.id !== id);
