/** What the server sent and this version of the app cannot read. */
import type { Database } from '../../database/database.ts';
import { readUnreadable } from '../../database/unreadable.ts';

/** Number of entries; an account or budget that cannot be brought up to date counts as one. */
export async function countUnreadable(db: Database): Promise<number> {
  const { rows, scopes } = await readUnreadable(db);
  return rows.length + scopes.length;
}
