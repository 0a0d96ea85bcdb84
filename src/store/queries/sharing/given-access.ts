/** What others have shared with the user. A separate file, because the header of every page needs it. */
import type { InvitedRole, Target } from '#domain/rows';
import type { Database } from '../../database/database.ts';

/** One of the user's memberships, with the name of the account or budget. */
export interface GivenAccess {
  id: string;
  accountId: string;
  name: string;
  role: InvitedRole;
  target: Target;
}

/** The memberships whose account or budget is on this device. */
export async function givenAccess(db: Database): Promise<GivenAccess[]> {
  const own = await db.memberships.filter(({ userId }) => userId === db.userId).toArray();
  const named = await Promise.all(
    own.map(async ({ id, accountId, budgetId, role, target }) => {
      const row = await (budgetId === null ? db.accounts.get(accountId) : db.budgets.get(budgetId));
      return row ? [{ id, accountId, name: row.name, role, target }] : [];
    }),
  );
  return named.flat();
}
