/** What an account holds, for the question whether to delete it. */
import type { Database } from '../../database/database.ts';
import { accountSummary } from './accounts.ts';
import { sidesToCount } from './sides-to-count.ts';

interface AccountContents {
  /** Number of transactions. */
  count: number;
  /** The names of its budgets. */
  budgets: string[];
  /** Number of sides of its transfers that stay in other accounts, and that the user may count otherwise. */
  sides: number;
  /** Number of others who have access to the account or to one of its budgets, each counted once. */
  others: number;
}

/** What is deleted together with an account, and how many others lose it. */
export async function accountContents(db: Database, accountId: string): Promise<AccountContents> {
  const [{ count }, budgets, memberships, sides] = await Promise.all([
    accountSummary(db, accountId),
    db.budgets.where('accountId').equals(accountId).toArray(),
    db.memberships.where('accountId').equals(accountId).toArray(),
    sidesToCount(db, accountId),
  ]);
  const people = new Set(memberships.map(({ userId }) => userId));
  people.delete(db.userId);
  return { count, budgets: budgets.map(({ name }) => name).sort(), sides: sides.length, others: people.size };
}
