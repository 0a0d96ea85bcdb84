/** What an account holds, for the question whether to delete it. */
import type { Database } from '../../database/database.ts';
import { accountSummary } from './accounts.ts';

interface AccountContents {
  /** Number of transactions. */
  count: number;
  /** The names of its budgets. */
  budgets: string[];
  /** Number of others who have access to the account or to one of its budgets, each counted once. */
  others: number;
}

/** What is deleted together with an account, and how many others lose it. */
export async function accountContents(db: Database, accountId: string): Promise<AccountContents> {
  const [{ count }, budgets, memberships] = await Promise.all([
    accountSummary(db, accountId),
    db.budgets.where('accountId').equals(accountId).toArray(),
    db.memberships.where('accountId').equals(accountId).toArray(),
  ]);
  const people = new Set(memberships.map(({ userId }) => userId));
  people.delete(db.userId);
  return { count, budgets: budgets.map(({ name }) => name).sort(), others: people.size };
}
