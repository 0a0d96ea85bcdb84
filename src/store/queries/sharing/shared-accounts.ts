import type { Database } from '../../database/database.ts';

/** The ids of the accounts that several people have: those of others, and those that the user gave to somebody. */
export async function sharedAccounts(db: Database): Promise<Set<string>> {
  const [accounts, memberships] = await Promise.all([db.accounts.toArray(), db.memberships.toArray()]);
  const ofOthers = accounts.filter(({ ownerId }) => ownerId !== db.userId).map(({ id }) => id);
  const given = memberships.filter(({ budgetId }) => budgetId === null).map(({ accountId }) => accountId);
  return new Set([...ofOthers, ...given]);
}
