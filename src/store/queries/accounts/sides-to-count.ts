import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { sidesElsewhere } from '../../ledger/other-sides.ts';
import { listAccounts } from './accounts.ts';

/**
 * The sides that stay in other accounts when this one is deleted, and that the user may make regular transactions of.
 */
export async function sidesToCount(db: Database, accountId: string): Promise<TransactionRow[]> {
  const [sides, accounts] = await Promise.all([sidesElsewhere(db, accountId), listAccounts(db)]);
  const roles = new Map(accounts.map(({ account, role }) => [account.id, role]));
  return sides.filter((row) => {
    const access = { account: roles.get(row.accountId) ?? null, budget: null };
    return canChange(access, row, db.userId);
  });
}
