/**
 * A page: one month of one scope, newest first, divided into parts of at most five hundred rows. A caller knows a date
 * or wants the newest rows, so it knows the page. Nothing scans the ledger.
 */

import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Page, PageName, StoredRow } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { shownPage } from './shown-names.ts';

/**
 * A part that grows beyond this is divided. A new transaction reads and writes one part. In a month of 833 rows that
 * takes 4.1 ms in Chromium, and 5.4 ms with parts twice as long (decision 0003). Parts half as long double the cost of
 * a first pull and of a whole read.
 */
export const PART_LIMIT = 500;
/** A divided month gets parts of this length, so that it can take more rows before it is divided again. */
const PART_FILL = 375;

/** Negative when `a` stands above `b` in the ledger. */
export function compareRows(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The name under which Dexie reports changes of the pages. */
export function pagesTableName(db: Database): string {
  return db.transactions.name;
}

/** One page as it is stored, or undefined. */
export function readPage(db: Database, scope: string, month: string, part: number): Promise<Page | undefined> {
  return db.transactions.get([scope, month, part]);
}

/** The pages of a month from this part on, as they are stored. */
export function readParts(db: Database, scope: string, month: string, from: number): Promise<Page[]> {
  return db.transactions.where('[scope+month+part]').between([scope, month, from], [scope, month, []]).toArray();
}

/** Which pages a scope has, optionally from a month on, newest first. Reads only keys, no rows. */
export async function pageDirectory(db: Database, scope: string, month = ''): Promise<PageName[]> {
  const keys = await db.transactions.where('[scope+month+part]').between([scope, month], [scope, []]).primaryKeys();
  return namesOf(keys);
}

/** The newest pages: those of the last `limit` whose month is complete among them. `isAll`: the scope has no others. */
export async function newestPages(
  db: Database,
  scope: string,
  limit: number,
): Promise<{ pages: PageName[]; isAll: boolean }> {
  const ofScope = db.transactions.where('[scope+month+part]').between([scope], [scope, []]);
  const keys = await ofScope.reverse().limit(limit).primaryKeys();
  if (keys.length < limit) return { pages: namesOf(keys), isAll: true };
  // The parts of a month come last part first, so the newest parts of the last month may be missing.
  const [, last] = keys.at(-1) ?? [];
  return { pages: namesOf(keys.filter(([, month]) => month !== last)), isAll: false };
}

function namesOf(keys: readonly [string, string, number][]): PageName[] {
  const pages = keys.map(([, month, part]) => ({ month, part }));
  return pages.sort((a, b) => (a.month === b.month ? a.part - b.part : a.month > b.month ? -1 : 1));
}

/**
 * Visits the pages of a scope, or all pages, as they are stored, one at a time. Use it where the rows together may not
 * fit into memory.
 */
export async function eachPage(db: Database, visit: (page: Page) => void, scope?: string): Promise<void> {
  const pages =
    scope === undefined ? db.transactions : db.transactions.where('[scope+month+part]').between([scope], [scope, []]);
  await pages.each((page) => visit(page));
}

/** These pages of a scope, read in one go; undefined in the place of a missing page. */
export async function readPages(
  db: Database,
  scope: string,
  pages: readonly PageName[],
): Promise<(Page | undefined)[]> {
  const names = pages.map(({ month, part }): [string, string, number] => [scope, month, part]);
  const [aliases, found] = await Promise.all([readAliases(db), db.transactions.bulkGet(names)]);
  return found.map((page) => page && shownPage(page, aliases));
}

/** Divides sorted rows of one month into parts. */
export function pagesOf(scope: string, month: string, rows: StoredRow[]): Page[] {
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
