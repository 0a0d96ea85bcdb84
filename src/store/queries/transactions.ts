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
  return (await readNewest(db, accountScope(accountId), limit)).rows;
}

/**
 * Reads an account's newest transactions, at most `limit`, as often as it is called. From the second time on it reads the pages that
 * it needed the last time together with the names of those that there are; only when these differ, or hold fewer than `limit`, it
 * starts anew.
 */
export function newestReader(db: Database, accountId: string, limit: number): () => Promise<TransactionRow[]> {
  const scope = accountScope(accountId);
  let needed: PageName[] = [];
  return async () => {
    const again = await readAgain(db, scope, needed, limit);
    if (again) return again;
    const found = await readNewest(db, scope, limit);
    needed = found.rows.length < limit ? [] : found.pages;
    return found.rows;
  };
}

/** The newest rows, when these pages hold `limit` of them and no other page comes before the last of these. */
async function readAgain(
  db: Database,
  scope: string,
  pages: readonly PageName[],
  limit: number,
): Promise<TransactionRow[] | null> {
  const last = pages.at(-1);
  if (!last) return null;
  const [read, there] = await Promise.all([readPages(db, scope, pages), pageDirectory(db, scope, last.month)]);
  const rows = read.flatMap((page) => page?.rows ?? []);
  const same = pages.every(({ month, part }, n) => there[n]?.month === month && there[n].part === part);
  return same && rows.length >= limit ? rows.slice(0, limit) : null;
}

interface NewestRows {
  rows: TransactionRow[];
  /** Those that were read for them. */
  pages: PageName[];
}

async function readNewest(db: Database, scope: string, limit: number): Promise<NewestRows> {
  if (limit <= NEWEST.rows) {
    const { pages, isAll } = await newestPages(db, scope, NEWEST.pages);
    const found = await newestRows(db, scope, pages, limit);
    if (isAll || found.rows.length === limit) return found;
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
): Promise<NewestRows> {
  const rows: TransactionRow[] = [];
  let size = FIRST_PAGES;
  let at = 0;
  for (; at < pages.length && rows.length < limit; at += size / 2) {
    const read = await readPages(db, scope, pages.slice(at, at + size));
    for (const page of read) rows.push(...(page?.rows ?? []).filter(counts));
    size *= 2;
  }
  return { rows: rows.slice(0, limit), pages: pages.slice(0, at) };
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
