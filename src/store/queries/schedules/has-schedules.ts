import type { Database } from '../../database/database.ts';

/** Whether any schedule of the user's accounts is here. */
export async function hasSchedules(db: Database): Promise<boolean> {
  return (await db.schedules.limit(1).count()) > 0;
}
