/** What somebody without a login has on this device. */
import { byCreation } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import type {
  AccountRow,
  BudgetRow,
  CategoryRow,
  ImportRow,
  ReconciliationRow,
  ScheduleRow,
  TransactionRow,
} from '#domain/rows';
import { type BrowserStorage, type Database, openDatabase } from '../database/database.ts';
import { type KeysOfRow, readKeysOfRows } from '../imports/keys-of-rows.ts';
import { type KnownKey, readStoredKeys } from '../imports/stored-keys.ts';
import { compareRows, readSums } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';

export interface Contents {
  /** Oldest first. */
  accounts: AccountRow[];
  categories: CategoryRow[];
  budgets: BudgetRow[];
  reconciliations: ReconciliationRow[];
  imports: ImportRow[];
  schedules: ScheduleRow[];
  /** The keys of transactions, by id. */
  keys: ReadonlyMap<string, KeysOfRow>;
  transactions: TransactionRow[];
  /** Occurrences that must not be added, and have no row here: they were skipped, deleted or moved. */
  withoutRow: (Pick<KnownKey, 'key' | 'importId'> & { accountId: string })[];
}

/** Everything, each time in the same order. */
export async function readContents(db: Database): Promise<Contents> {
  const accounts = (await db.accounts.toArray()).sort(byCreation);
  const pages = await Promise.all(accounts.map(({ id }) => readScope(db, accountScope(id))));
  const transactions = pages.flatMap((ofAccount) => ofAccount.flatMap(({ rows }) => rows).sort(compareRows));
  const schedules = (await db.schedules.toArray()).sort(byCreation);
  return {
    accounts,
    categories: (await db.categories.toArray()).sort(byCreation),
    budgets: (await db.budgets.toArray()).sort(byCreation),
    reconciliations: (await db.reconciliations.toArray()).sort(byCreation),
    imports: (await db.imports.toArray()).sort(byCreation),
    schedules,
    keys: await keysOf(db, transactions),
    transactions,
    withoutRow: (await Promise.all(accounts.map(({ id }) => keysWithoutRow(db, id, schedules)))).flat(),
  };
}

async function keysOf(db: Database, transactions: readonly TransactionRow[]): Promise<Map<string, KeysOfRow>> {
  const keys = new Map<string, KeysOfRow>();
  for (const [accountId, rows] of Map.groupBy(transactions, (row) => row.accountId)) {
    const keysOfRow = await readKeysOfRows(db, accountId);
    for (const row of rows) keys.set(row.id, keysOfRow(row));
  }
  return keys;
}

async function keysWithoutRow(
  db: Database,
  accountId: string,
  schedules: readonly ScheduleRow[],
): Promise<Contents['withoutRow']> {
  const ids = schedules.filter((one) => one.accountId === accountId).map(({ id }) => id);
  const keys = await readStoredKeys(db, accountId, new Set(ids));
  const gone = [...keys.values()].filter(({ fate }) => fate === 'deleted' || fate === 'moved');
  return gone.map(({ key, importId }) => ({ key, importId, accountId }));
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
