/** Whether it is time for a copy: for people whose data is on this device only. */
import { Timestamp } from '#domain/rows';
import { LAST_COPY } from '../../copies/last-copy.ts';
import type { Database } from '../../database/database.ts';
import { readMeta } from '../../database/meta.ts';

const DAYS = 30;

/** Whether 30 days have passed since the last copy, or since the first account where there is none. */
export async function isCopyDue(db: Database, now: Date): Promise<boolean> {
  const accounts = await db.accounts.toArray();
  const since = (await readMeta(db, LAST_COPY, Timestamp)) ?? accounts.map(({ createdAt }) => createdAt).sort()[0];
  return since !== undefined && now.getTime() - Date.parse(since) >= DAYS * 86_400_000;
}
