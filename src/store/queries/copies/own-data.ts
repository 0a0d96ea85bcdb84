/** What belongs to the user, for somebody who wants to take it along or to delete it. */
import { byCreation, ownedAccounts } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import type { AccountRow, MembershipRow, TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readScope } from '../../ledger/many-pages.ts';
import { listAccounts } from '../accounts/accounts.ts';

export interface OwnedAccount {
  account: AccountRow;
  /** Everybody else who has the account or a budget of it, by e-mail. */
  others: string[];
  /** Those of them who have the whole account, in the order in which they joined. */
  members: MembershipRow[];
}

/** The accounts that the user owns, oldest first. */
export async function readOwnedAccounts(db: Database): Promise<OwnedAccount[]> {
  const [accounts, memberships] = await Promise.all([db.accounts.toArray(), db.memberships.toArray()]);
  return ownedAccounts(accounts, db.userId).map((account) => {
    const ofAccount = memberships.filter(({ accountId, userId }) => accountId === account.id && userId !== db.userId);
    return {
      account,
      others: [...new Set(ofAccount.map(({ email }) => email))].sort(),
      members: ofAccount.filter(({ budgetId }) => budgetId === null).sort(byCreation),
    };
  });
}

export interface AllEntries {
  /** Each account of the user, with its transactions, the oldest first. */
  accounts: { account: AccountRow; rows: TransactionRow[] }[];
  /** False while older months are still on their way to this device. */
  complete: boolean;
}

/** Every transaction of every account that the user has on this device. */
export async function readAllEntries(db: Database): Promise<AllEntries> {
  const views = await listAccounts(db);
  const accounts: AllEntries['accounts'] = [];
  let complete = true;
  for (const { account } of views) {
    const scope = accountScope(account.id);
    const pages = await readScope(db, scope);
    accounts.push({ account, rows: pages.flatMap(({ rows }) => rows).sort(byDate) });
    const cursor = await db.cursors.get(scope);
    if (cursor?.before) complete = false;
  }
  return { accounts, complete };
}

function byDate(a: TransactionRow, b: TransactionRow): number {
  return a.date === b.date ? byCreation(a, b) : a.date < b.date ? -1 : 1;
}
