import type { Access } from '#domain/roles';
import { accountScope } from '#domain/scopes';
import { readBudgetRoles } from '../database/budget-roles.ts';
import type { Database } from '../database/database.ts';

/**
 * The user's roles on an account and, if one is named, on a budget of it, as this device knows them; null without
 * access. The user owns an account that only this device has so far.
 */
export async function readAccess(
  db: Database,
  userId: string,
  { accountId, budgetId = null }: { accountId: string; budgetId?: string | null },
): Promise<Access> {
  const [account, cursor, budgetRoles] = await Promise.all([
    db.accounts.get(accountId),
    db.cursors.get(accountScope(accountId)),
    budgetId === null ? null : readBudgetRoles(db),
  ]);
  const role = account?.ownerId === userId ? 'owner' : (cursor?.role ?? null);
  return { account: role, budget: (budgetId !== null && budgetRoles?.get(budgetId)) || null };
}
