/**
 * A page: one month of one scope, newest first, with a further part after five hundred rows. Who asks for
 * transactions knows a date or wants the newest, so knows the page; nothing scans.
 */

import type { TransactionRow } from '#domain/rows';
import type { Database } from './database.ts';

/** A part of a month; `part` 0 holds the newest rows. Order: date, then createdAt, newest first; then id. */
export interface Page {
  scope: string;
  month: string;
  part: number;
  rows: TransactionRow[];
}

/** Names a page of a scope. */
export type PageName = Pick<Page, 'month' | 'part'>;

/** Where a transaction stands. The same row stands once in a scope, but may stand in several scopes. */
export interface Place {
  scope: string;
  month: string;
}

/**
 * A part that grows beyond this is divided. An entry reads and writes one part: in a month of 833 rows it takes 4.1 ms in
 * Chromium, 5.4 ms with parts twice as long (0003). Parts half as long double what a first pull and a whole read cost.
 */
export const PART_LIMIT = 500;
/** Parts are made this long, so that a divided month can take more rows before it is divided again. */
const PART_FILL = 375;

/** Negative when `a` stands above `b` in the ledger. */
export function compareRows(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** One page, or undefined. */
export function readPage(db: Database, scope: string, month: string, part: number): Promise<Page | undefined> {
  return db.transactions.get([scope, month, part]);
}

/** Which pages a scope has, from a month on if one is given, newest first; reads keys only, no rows. */
export async function pageDirectory(db: Database, scope: string, month = ''): Promise<PageName[]> {
  const keys = await db.transactions.where('[scope+month+part]').between([scope, month], [scope, []]).primaryKeys();
  return namesOf(keys);
}

/** The newest of them: of the last `limit` pages those whose month is among them as a whole. `isAll`: there are no others. */
export async function newestPages(
  db: Database,
  scope: string,
  limit: number,
): Promise<{ pages: PageName[]; isAll: boolean }> {
  const ofScope = db.transactions.where('[scope+month+part]').between([scope], [scope, []]);
  const keys = await ofScope.reverse().limit(limit).primaryKeys();
  if (keys.length < limit) return { pages: namesOf(keys), isAll: true };
  // The parts of a month come last first, so of the last month the newest may be missing.
  const [, last] = keys.at(-1) ?? [];
  return { pages: namesOf(keys.filter(([, month]) => month !== last)), isAll: false };
}

function namesOf(keys: readonly [string, string, number][]): PageName[] {
  const pages = keys.map(([, month, part]) => ({ month, part }));
  return pages.sort((a, b) => (a.month === b.month ? a.part - b.part : a.month > b.month ? -1 : 1));
}

/** Every page of a scope, in no particular order: for who keeps the rows in memory, never for a screen. */
export function readScope(db: Database, scope: string): Promise<Page[]> {
  return db.transactions.where('[scope+month+part]').between([scope], [scope, []]).toArray();
}

/** These pages of a scope, read in one go; undefined in the place of one that is not there. */
export function readPages(db: Database, scope: string, pages: readonly PageName[]): Promise<(Page | undefined)[]> {
  return db.transactions.bulkGet(pages.map(({ month, part }) => [scope, month, part]));
}

/** Every page of these months of a scope, both included, read in one go. */
export function readMonthPages(db: Database, scope: string, first: string, last: string): Promise<Page[]> {
  return db.transactions.where('[scope+month+part]').between([scope, first], [scope, last, []]).toArray();
}

/** Sorted rows of one month, divided into parts. */
export function pagesOf(scope: string, month: string, rows: TransactionRow[]): Page[] {
  if (rows.length <= PART_LIMIT) return rows.length === 0 ? [] : [{ scope, month, part: 0, rows }];
  const parts = Math.ceil(rows.length / PART_FILL);
  const size = Math.ceil(rows.length / parts);
  return Array.from({ length: parts }, (_, part) => ({
    scope,
    month,
    part,
    rows: rows.slice(part * size, (part + 1) * size),
  }));
}
