/**
 * The mark in a database without a login that its rows go to a user. From then on it takes no mutation, so what is read
 * of it stays what it is. A tab that still shows it cannot enter what nobody would carry over.
 */
import * as v from 'valibot';
import type { Database } from './database.ts';
import { readMeta } from './meta.ts';

const KEY = 'handed-over';

export async function isHandedOver(db: Database): Promise<boolean> {
  return (await readMeta(db, KEY, v.boolean())) === true;
}

export async function markHandedOver(db: Database): Promise<void> {
  await db.meta.put({ key: KEY, value: true });
}
