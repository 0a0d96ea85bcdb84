/**
 * Whether the server has no mail server, so that no mail leaves its machine. The device keeps what the server said
 * last, because screens ask the device, also offline.
 */
import * as v from 'valibot';
import { readValue } from '../database/meta.ts';
import type { Device } from './device.ts';

const KEEPS_MAILS = 'keeps-mails';

/** False when the server never said so: a hosted project does not. */
export async function readKeepsMails(device: Device): Promise<boolean> {
  return (await readValue(device.items, KEEPS_MAILS, v.boolean())) ?? false;
}

export async function writeKeepsMails(device: Device, keeps: boolean): Promise<void> {
  if (keeps !== (await readKeepsMails(device))) await device.items.put({ key: KEEPS_MAILS, value: keeps });
}
