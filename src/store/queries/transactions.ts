/** Transactions as screens read them: the newest first, or one by its id. Filtering and other orders are the search worker's. */

import { monthOf } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database.ts';
import { MonthBook, newestPages, type Page, type PageName, pageDirectory, readPages } from '../ledger.ts';

/** So many pages hold the newest hundred rows but of a ledger with few in a month: naming all takes longer than reading one. */
const NEWEST = { rows: 100, pages: 24 };

/** An account's newest transactions, at most `limit`. */
export async function newestTransactions(db: Database, accountId: string, limit: number): Promise<TransactionRow[]> {
  const scope = accountScope(accountId);
  if (limit <= NEWEST.rows) {
    const { pages, isAll } = await newestPages(db, scope, NEWEST.pages);
    const rows = await newestRows(db, scope, pages, limit);
    if (isAll || rows.length === limit) return rows;
  }
  return newestRows(db, scope, await pageDirectory(db, scope), limit);
}

/** Pages read in the first request; twice as many in each further one, for months may be thin. */
const FIRST_PAGES = 1;

/** The newest rows on these pages that count, at most `limit`; pages come newest first, and few more are read than that takes. */
export async function newestRows(
  db: Database,
  scope: string,
  pages: readonly PageName[],
  limit: number,
  counts: (row: TransactionRow) => boolean = () => true,
): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  let size = FIRST_PAGES;
  for (let at = 0; at < pages.length && rows.length < limit; at += size / 2) {
    const read = await readPages(db, scope, pages.slice(at, at + size));
    for (const page of read) rows.push(...(page?.rows ?? []).filter(counts));
    size *= 2;
  }
  return rows.slice(0, limit);
}

/**
 * A transaction by its id; null when it is not on this device. It is looked for where it was when last seen, as far as that is
 * known, and then on every page: nothing tells where somebody else has moved it.
 */
export async function findTransaction(
  db: Database,
  id: string,
  { accountId, date }: Partial<Pick<TransactionRow, 'accountId' | 'date'>>,
): Promise<TransactionRow | null> {
  if (accountId !== undefined && date !== undefined) {
    const near = await new MonthBook(db, accountScope(accountId), monthOf(date)).find(id);
    if (near) return near;
  }
  return rowIn(await db.transactions.filter((page) => rowIn([page], id) !== null).toArray(), id);
}

function rowIn(pages: readonly Page[], id: string): TransactionRow | null {
  for (const { rows } of pages) {
    const row = rows.find((one) => one.id === id);
    if (row) return row;
  }
  return null;
}
