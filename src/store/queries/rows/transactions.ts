/**
 * Transactions as screens read them: the newest first, or one by its id. The search worker does filters and other
 * orders. The rows of a scope are stored in pages: a page is a part of one month.
 */

import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { PageName } from '../../database/records.ts';
import {
  compareRows,
  newestPages,
  pageDirectory,
  readPages,
  transactionAnywhere,
  transactionNear,
} from '../../ledger/ledger.ts';

/**
 * The newest 24 pages hold the newest hundred rows, except in a ledger with few rows a month. So most reads need not
 * list all pages, which takes longer than reading one.
 */
const NEWEST = { rows: 100, pages: 24 };

/** An account's newest transactions, newest first, at most `limit`. Empty when this device has none of them. */
export async function newestTransactions(db: Database, accountId: string, limit: number): Promise<TransactionRow[]> {
  return (await readNewest(db, accountScope(accountId), limit)).rows;
}

/**
 * Returns a function that does what `newestTransactions` does, and is faster when it is called again. It remembers
 * which pages it needed. The next call reads these pages and, at the same time, the current page names. It searches
 * anew when other pages are now the newest, or when these hold fewer than `limit` rows.
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

/**
 * Returns a function that reads the newest transactions of several accounts together, at most `limit`. It goes from
 * month to month, so it reads hardly more rows than it returns, however many accounts there are. It remembers the
 * oldest month that it needed, and the next call lists no older pages.
 */
export function newestOfAllReader(
  db: Database,
  accountIds: readonly string[],
  limit: number,
): () => Promise<TransactionRow[]> {
  const scopes = accountIds.map(accountScope);
  let since: string | undefined;
  return async () => {
    let found = await newestOfScopes(db, scopes, limit, since);
    if (found.rows.length < limit && since !== undefined) found = await newestOfScopes(db, scopes, limit);
    since = found.rows.length < limit ? undefined : found.since;
    return found.rows;
  };
}

/** The newest rows of these scopes, and the month of the oldest. Months before `from` do not count. */
async function newestOfScopes(db: Database, scopes: readonly string[], limit: number, from?: string) {
  const directories = await Promise.all(scopes.map((scope) => pageDirectory(db, scope, from)));
  const pages = directories.flatMap((names, at) => names.map((name) => ({ ...name, scope: scopes[at] ?? '' })));
  const byMonth = Map.groupBy(pages, ({ month }) => month);
  const rows: TransactionRow[] = [];
  let since: string | undefined;
  for (const month of [...byMonth.keys()].sort().reverse()) {
    if (rows.length >= limit) break;
    since = month;
    const byScope = Map.groupBy(byMonth.get(month) ?? [], ({ scope }) => scope);
    const read = await Promise.all([...byScope].map(([scope, names]) => readPages(db, scope, names)));
    const ofMonth = read.flat().flatMap((page) => page?.rows ?? []);
    rows.push(...ofMonth.sort(compareRows));
  }
  return { rows: rows.slice(0, limit), since };
}

/** The newest rows. Null when these pages are not the newest ones any more, or hold fewer than `limit` rows. */
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
  /** The pages that were read for these rows. */
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

/** Pages in the first read. Each further read doubles the number, because months may hold few rows. */
const FIRST_PAGES = 1;

/**
 * The newest rows on these pages for which `counts` is true, at most `limit`. The caller gives the pages newest first.
 * Reading stops when there are enough rows.
 */
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
 * A transaction by its id; null when it is not on this device. `accountId` and `date` say where the caller last saw it.
 * With both, the search begins there. If it fails, every page is searched, because somebody may have moved the row.
 */
export async function findTransaction(
  db: Database,
  id: string,
  { accountId, date }: Partial<Pick<TransactionRow, 'accountId' | 'date'>>,
): Promise<TransactionRow | null> {
  const seen = accountId !== undefined && date !== undefined;
  const near = seen && (await transactionNear(db, id, { accountId, date }));
  return near || ((await transactionAnywhere(db, id)) ?? null);
}
