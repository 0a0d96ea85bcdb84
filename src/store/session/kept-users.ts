/** Data on this device of users who are not signed in here any more. A first page loads without this file. */
import { Dexie } from 'dexie';
import { databaseName } from '../database/database.ts';
import { endCarryOver, readCarryOvers } from './carry-overs.ts';
import { type Device, readLastUser } from './device.ts';
import { forgetLeft, LEAVING_MS, readLeft } from './left-users.ts';
import { readLocalId } from './local-user-life.ts';

/**
 * A user whose data is on this device although they are not signed in. `email` is null where v0.1.0 did not store it.
 */
export interface KeptUser {
  id: string;
  email: string | null;
  /** What they entered before they logged in and is not all carried over yet. No server has it. */
  isLocal?: true;
}

/**
 * All users with data on this device, except the signed-in user, users who are just leaving, and somebody without a
 * login.
 */
export async function readKept(device: Device): Promise<KeptUser[]> {
  const left = new Map((await readLeft(device)).map((user) => [user.id, user]));
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
