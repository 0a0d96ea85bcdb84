/**
 * What was entered without a login and goes to a user: the target, written down before the first row moves. From then
 * on the data is that user's, on this device. It shows to nobody else, and their next log-in goes on where a crash was.
 */
import * as v from 'valibot';
import { Id, Timestamp } from '#domain/rows';
import { readValue } from '../database/meta.ts';
import type { Device } from './device.ts';
import { CARRY_OVERS, readLocalUser } from './local-user.ts';
import { forgetLocalUser } from './local-user-life.ts';

const CarryOver = v.object({
  /** The id of whoever started on this device. It names the database. */
  from: Id,
  /** The user who gets the rows. */
  to: Id,
  email: v.string(),
  /**
   * Accounts and categories of the user that take the place of local ones, by the id of the local row. Entries go into
   * the user's account then.
   */
  into: v.record(Id, Id),
  /** When the accounts count as made; null keeps their own times. So they come after the user's own. */
  accountsAt: v.nullable(Timestamp),
});
export type CarryOver = v.InferOutput<typeof CarryOver>;

export async function readCarryOvers(device: Device): Promise<CarryOver[]> {
  return (await readValue(device.items, CARRY_OVERS, v.array(CarryOver))) ?? [];
}

/**
 * Writes the target down, and ends the time without a login. Returns false when that has happened already: another tab
 * was faster.
 */
export async function beginCarryOver(device: Device, carryOver: CarryOver): Promise<boolean> {
  return device.transaction('rw', device.items, async () => {
    if ((await readLocalUser(device))?.id !== carryOver.from) return false;
    await device.items.put({ key: CARRY_OVERS, value: [...(await readCarryOvers(device)), carryOver] });
    await forgetLocalUser(device);
    return true;
  });
}

/** Called when the local database has gone. */
export async function endCarryOver(device: Device, from: string): Promise<void> {
  await device.transaction('rw', device.items, async () => {
    const others = (await readCarryOvers(device)).filter((one) => one.from !== from);
    await device.items.put({ key: CARRY_OVERS, value: others });
  });
}
