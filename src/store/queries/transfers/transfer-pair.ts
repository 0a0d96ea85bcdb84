import type { Database } from '../../database/database.ts';
import { newestTransactions } from '../rows/transactions.ts';
import { otherSides } from './transfer-sides.ts';

/** How many transactions of an account it reads: enough to know a user's habits, few enough for one read. */
const LOOK_BACK = 1000;

/** The ids of both accounts of an account's newest transfer whose other side is on this device; null without one. */
export async function lastTransferPair(db: Database, accountId: string): Promise<{ from: string; to: string } | null> {
  const rows = await newestTransactions(db, accountId, LOOK_BACK);
  const [newest] = rows.filter(({ nature }) => nature === 'transfer');
  const other = newest && (await otherSides(db, [newest])).get(newest.id);
  if (!newest || !other) return null;
  return newest.type === 'expense'
    ? { from: accountId, to: other.row.accountId }
    : { from: other.row.accountId, to: accountId };
}
