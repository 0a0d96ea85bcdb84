/** Transactions as screens read them: by page, newest first. Filtering and other orders are the search worker's. */

import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database.ts';
import { pageDirectory, readPage } from '../ledger.ts';

/** A page of an account's ledger: a month, or a part of one. */
export interface PageName {
  month: string;
  part: number;
}

/** The pages of an account, newest first; reads keys only. */
export function listPages(db: Database, accountId: string): Promise<PageName[]> {
  return pageDirectory(db, accountScope(accountId));
}

/** The rows of one page, newest first. */
export async function readPageRows(
  db: Database,
  accountId: string,
  { month, part }: PageName,
): Promise<TransactionRow[]> {
  return (await readPage(db, accountScope(accountId), month, part))?.rows ?? [];
}

/** An account's newest transactions, at most `limit`; reads no more pages than that takes. */
export async function newestTransactions(db: Database, accountId: string, limit: number): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (const page of await listPages(db, accountId)) {
    if (rows.length >= limit) break;
    rows.push(...(await readPageRows(db, accountId, page)));
  }
  return rows.slice(0, limit);
}
