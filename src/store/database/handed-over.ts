/**
 * The mark in a database without a login that its rows go to a user. From then on it takes no mutation, so what is read
 * of it stays what it is. A tab that still shows it cannot enter what nobody would carry over.
 */
import type { Database } from './database.ts';
import { writeMeta } from './meta.ts';

/** Its key in `meta`. */
export const HANDED_OVER = 'handed-over';

/** Whether the mark is stored under its key. */
export function isHandedOverIn(stored: unknown): boolean {
  return stored === true;
}

export async function markHandedOver(db: Database): Promise<void> {
  await writeMeta(db, HANDED_OVER, true);
}
