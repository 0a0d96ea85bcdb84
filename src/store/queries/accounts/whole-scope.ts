import type { Database } from '../../database/database.ts';

/** Whether all months of a scope are on this device. During a first pull the older ones are still to come. */
export async function isWhole(db: Database, scope: string): Promise<boolean> {
  const cursor = await db.cursors.get(scope);
  return !cursor || cursor.before === null;
}
