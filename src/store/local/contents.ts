/** What somebody without a login has on this device. */
import { byCreation } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import type { AccountRow, BudgetRow, CategoryRow, ImportRow, ReconciliationRow, TransactionRow } from '#domain/rows';
import { type BrowserStorage, type Database, openDatabase } from '../database/database.ts';
import { readKeysOfRows } from '../imports/keys-of-rows.ts';
import { compareRows, readSums } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';

export interface Contents {
  /** Oldest first. */
  accounts: AccountRow[];
  categories: CategoryRow[];
  budgets: BudgetRow[];
  reconciliations: ReconciliationRow[];
  imports: ImportRow[];
  /** The import keys of transactions, by id. */
  keys: ReadonlyMap<string, string>;
  transactions: TransactionRow[];
}

/** Everything, each time in the same order. */
export async function readContents(db: Database): Promise<Contents> {
  const accounts = (await db.accounts.toArray()).sort(byCreation);
  const pages = await Promise.all(accounts.map(({ id }) => readScope(db, accountScope(id))));
  const keys = await Promise.all(accounts.map(({ id }) => readKeysOfRows(db, id)));
  return {
    accounts,
    categories: (await db.categories.toArray()).sort(byCreation),
    budgets: (await db.budgets.toArray()).sort(byCreation),
    reconciliations: (await db.reconciliations.toArray()).sort(byCreation),
    imports: (await db.imports.toArray()).sort(byCreation),
    keys: new Map(keys.flatMap((ofAccount) => [...ofAccount])),
    transactions: pages.flatMap((ofAccount) => ofAccount.flatMap(({ rows }) => rows).sort(compareRows)),
  };
}

export interface LocalSummary {
  accounts: AccountRow[];
  /** Number of transactions. */
  entries: number;
}

/** What a question about the data names. It reads no transaction. */
export async function summarizeLocal(userId: string, browser?: BrowserStorage): Promise<LocalSummary> {
  const db = await openDatabase(userId, browser);
  try {
    const accounts = (await db.accounts.toArray()).sort(byCreation);
    const sums = await Promise.all(accounts.map(({ id }) => readSums(db, accountScope(id))));
    return { accounts, entries: sums.reduce((entries, { count }) => entries + count, 0) };
  } finally {
    db.close();
  }
}
