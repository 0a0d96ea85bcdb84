/** Transactions as screens read them: the newest first. Filtering and other orders are the search worker's. */

import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database.ts';
import { type PageName, pageDirectory, readPage } from '../ledger.ts';

/** An account's newest transactions, at most `limit`. */
export async function newestTransactions(db: Database, accountId: string, limit: number): Promise<TransactionRow[]> {
  const scope = accountScope(accountId);
  return newestRows(db, scope, await pageDirectory(db, scope), limit);
}

/** The newest rows on these pages that count, at most `limit`; pages come newest first, and no more are read than that takes. */
export async function newestRows(
  db: Database,
  scope: string,
  pages: readonly PageName[],
  limit: number,
  counts: (row: TransactionRow) => boolean = () => true,
): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (const { month, part } of pages) {
    if (rows.length >= limit) break;
    const page = await readPage(db, scope, month, part);
    rows.push(...(page?.rows ?? []).filter(counts));
  }
  return rows.slice(0, limit);
}
