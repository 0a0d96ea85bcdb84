import { accountScope } from '#domain/ids/scopes';
import type { Access } from '#domain/sharing/roles';
import { readBudgetRoles } from '../../database/budget-roles.ts';
import type { Database } from '../../database/database.ts';

/**
 * The user's roles on an account and, if one is named, on a budget of it, as this device knows them; null without
 * access. The user owns an account that only this device has so far.
 */
export async function readAccess(
  db: Database,
  userId: string,
  { accountId, budgetId = null }: { accountId: string; budgetId?: string | null },
): Promise<Access> {
  const [account, budgetRoles] = await Promise.all([
    accountRole(db, userId, accountId),
    budgetId === null ? null : readBudgetRoles(db),
  ]);
  return { account, budget: (budgetId !== null && budgetRoles?.get(budgetId)) || null };
}

/** The cursor is read only where the account does not say it: most people add to accounts of their own. */
async function accountRole(db: Database, userId: string, accountId: string): Promise<Access['account']> {
  if ((await db.accounts.get(accountId))?.ownerId === userId) return 'owner';
  return (await db.cursors.get(accountScope(accountId)))?.role ?? null;
}
