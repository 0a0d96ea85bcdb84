/**
 * The id of this device, which is this database: with the numbers of its outbox it names a mutation for ever, also
 * after the server has forgotten the mutation itself. A database that the browser emptied is another device, because
 * its numbers begin anew.
 */
import { Id } from '#domain/rows';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './meta.ts';
import { newId } from './new-id.ts';

export const DEVICE_ID = 'device';

/** Null before the first sync. */
export function readDeviceId(db: Database): Promise<string | null> {
  return readMeta(db, DEVICE_ID, Id);
}

/** Makes the id when there is none. Runs inside the caller's transaction. */
export async function makeDeviceId(db: Database): Promise<void> {
  if ((await readDeviceId(db)) === null) await writeMeta(db, DEVICE_ID, newId());
}
