/** The accounts into which a restore is under way. What is missing there never arrived, so nobody has deleted it. */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { dropMeta, readMeta, writeMeta } from '../database/meta.ts';

const KEY = 'restoring';

export async function readUnfinished(db: Database): Promise<ReadonlySet<string>> {
  return new Set(await readMeta(db, KEY, v.array(Id)));
}

/** With an empty list, no restore is under way. */
export async function keepUnfinished(db: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) await dropMeta(db, KEY);
  else await writeMeta(db, KEY, accountIds);
}
