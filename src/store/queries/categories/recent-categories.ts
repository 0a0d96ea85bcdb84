import type { TransactionType } from '#domain/rows';
import { chosenCategory } from '#domain/transactions/chosen-category';
import type { Database } from '../../database/database.ts';
import { newestTransactions } from '../rows/transactions.ts';

/** Enough to know what somebody enters these days, and one read of few pages. */
const LOOK_BACK = 60;

/** The categories of the account's newest transactions of this type, the newest first, each once, at most `limit`. */
export async function recentCategories(
  db: Database,
  accountId: string,
  type: TransactionType,
  limit: number,
): Promise<string[]> {
  const rows = (await newestTransactions(db, accountId, LOOK_BACK)).filter((row) => row.type === type && !row.refund);
  const names = rows.flatMap((row) => row.lines?.map(({ category }) => category) ?? chosenCategory(row) ?? []);
  return [...new Set(names)].slice(0, limit);
}
