import type { Database } from '../../database/database.ts';
import { newestOfAllReader } from '../rows/transactions.ts';

/** Enough to know what somebody enters these days, and one read of few pages. */
const LOOK_BACK = 60;

/**
 * Those of the accounts into which the user entered something last, the last first, at most `limit`. What an import
 * brought and what others entered tells nothing of what the user chooses next.
 */
export async function recentAccounts(db: Database, accountIds: readonly string[], limit: number): Promise<string[]> {
  const newest = await newestOfAllReader(db, accountIds, LOOK_BACK)();
  const entered = newest
    .filter(({ userId, importId }) => userId === db.userId && importId === null)
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  return [...new Set(entered.map(({ accountId }) => accountId))].slice(0, limit);
}
