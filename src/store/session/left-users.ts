/**
 * Users who left this device by a log-out, or because the server ended their session. Their remaining data can be
 * named, and forgotten later.
 */
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { Id } from '#domain/rows';
import { databaseName } from '../database/database.ts';
import { readValue } from '../database/meta.ts';
import { endCarryOver, readCarryOvers } from './carry-overs.ts';
import { type Device, type LastUser, readLastUser } from './device.ts';
import { readLocalId } from './local-user.ts';

/** `leaving` is the start of a log-out that has not ended yet, in milliseconds since 1970. */
const LeftUser = v.object({ id: Id, email: v.string(), leaving: v.nullable(v.number()) });
type LeftUser = v.InferOutput<typeof LeftUser>;

const KEY = 'left-users';

/** The longest time of a log-out, unless its page was closed in the middle; milliseconds. */
const LEAVING_MS = 30_000;

/**
 * A user whose data is on this device although they are not signed in. `email` is null where v0.1.0 did not store it.
 */
export interface KeptUser {
  id: string;
  email: string | null;
  /** What they entered before they logged in and is not all carried over yet. No server has it. */
  isLocal?: true;
}

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

/**
 * All users with data on this device, except the signed-in user, users who are just leaving, and somebody without a
 * login.
 */
export async function readKept(device: Device): Promise<KeptUser[]> {
  const left = new Map((await read(device)).map((user) => [user.id, user]));
  const current = await readLastUser(device);
  const names = await Dexie.getDatabaseNames();
  const ids = names.flatMap((name) => /^carryover-([0-9a-f-]{36})$/.exec(name)?.[1] ?? []);
  const [localId, carryOvers] = await Promise.all([readLocalId(device), readCarryOvers(device)]);
  const isLeaving = (id: string) => Date.now() - (left.get(id)?.leaving ?? 0) < LEAVING_MS;
  return ids.flatMap((id): KeptUser[] => {
    const target = carryOvers.find(({ from }) => from === id);
    if (target) return target.to === current?.id ? [] : [{ id, email: target.email, isLocal: true }];
    if (id === current?.id || id === localId || isLeaving(id)) return [];
    return [{ id, email: left.get(id)?.email ?? null }];
  });
}

/** Deletes a user's data. Returns false when the user has logged in again meanwhile. */
export async function forgetKept(device: Device, userId: string): Promise<boolean> {
  if ((await readLastUser(device))?.id === userId) return false;
  await Dexie.delete(databaseName(userId));
  await endCarryOver(device, userId);
  await forgetLeft(device, userId);
  return true;
}

async function read(device: Device): Promise<LeftUser[]> {
  return (await readValue(device.items, KEY, v.array(LeftUser))) ?? [];
}

async function change(device: Device, by: (users: LeftUser[]) => LeftUser[]): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    await device.items.put({ key: KEY, value: by(await read(device)) });
  });
}

const without = (users: LeftUser[], id: string) => users.filter((user) => user.id !== id);
