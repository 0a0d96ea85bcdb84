/**
 * What the server tells this user: whose edits and deletions overtook theirs. A notice that the user has settled is
 * gone at once; the call that settles it for other devices may still wait.
 */
import type { Notice } from '#domain/notices';
import type { Database } from '../database/database.ts';

/** Every notice that the user has not settled, oldest first. Reads no transactions. */
export async function readNotices(db: Database): Promise<Notice[]> {
  const notices = await db.notices.toArray();
  return notices.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1));
}
