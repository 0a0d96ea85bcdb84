/** The accounts that the user has, with what lists and selectors show about each. */
import { byPosition, defaultAccount } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import { addSums, type Summary } from '#domain/money/totals';
import type { AccountRow, Role } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { ScopeCursor } from '../../database/records.ts';
import { readSums, readSumsOf } from '../../ledger/ledger.ts';

export interface AccountView {
  account: AccountRow;
  role: Role;
  isDefault: boolean;
}

/**
 * Every account that the user owns or was given, archived ones too, in their order. Accounts of which the user has only
 * a budget are not included. `reading` is what the caller reads of the cursors for itself.
 */
export async function listAccounts(
  db: Database,
  reading: PromiseLike<ScopeCursor[]> = db.cursors.toArray(),
): Promise<AccountView[]> {
  const [accounts, cursors] = await Promise.all([db.accounts.toArray(), reading]);
  const given = new Map(cursors.map(({ scope, role }) => [scope, role]));
  const defaultId = defaultAccount(accounts, db.userId)?.id;
  return accounts.sort(byPosition).flatMap((account) => {
    const role = account.ownerId === db.userId ? 'owner' : given.get(accountScope(account.id));
    return role ? [{ account, role, isDefault: account.id === defaultId }] : [];
  });
}

/** Income, expense, balance (integer cents) and number of an account's transactions. Reads no rows. */
export function accountSummary(db: Database, accountId: string): Promise<Summary> {
  return readSums(db, accountScope(accountId));
}

/** The same of several accounts together. */
export async function summaryOfAccounts(db: Database, accountIds: readonly string[]): Promise<Summary> {
  return addSums(await readSumsOf(db, accountIds.map(accountScope)));
}
