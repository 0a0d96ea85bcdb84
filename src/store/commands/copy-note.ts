/** Command `copy.note`: the user has just saved a copy of everything. */
import { LAST_COPY } from '../copies/last-copy.ts';
import type { Database } from '../database/database.ts';
import { writeMeta } from '../database/meta.ts';

export async function noteCopy(db: Database, now: Date = new Date()): Promise<void> {
  await writeMeta(db, LAST_COPY, now.toISOString());
}
