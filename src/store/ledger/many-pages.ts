/** Reads many pages at once, as people see them. Apart from `page.ts`, because the first screen never does. */
import type { Database } from '../database/database.ts';
import type { Page } from '../database/records.ts';
import { type Alias, readAliases } from '../outbox/aliases.ts';
import { shownPage } from './shown-names.ts';

/** Every page of a scope, in no particular order. For code that keeps the rows in memory, never for a screen. */
export function readScope(db: Database, scope: string): Promise<Page[]> {
  return shown(readAliases(db), db.transactions.where('[scope+month+part]').between([scope], [scope, []]).toArray());
}

/**
 * Every page of a scope between these months, both included, read in one go. `reading` are the renames, where the
 * caller reads them for more than this.
 */
export function readMonthPages(
  db: Database,
  scope: string,
  first: string,
  last: string,
  reading: PromiseLike<Alias[]> = readAliases(db),
): Promise<Page[]> {
  const pages = db.transactions.where('[scope+month+part]').between([scope, first], [scope, last, []]).toArray();
  return shown(reading, pages);
}

/** The pages as people see them. The open renames are read together with them. */
async function shown(reading: PromiseLike<Alias[]>, pages: PromiseLike<Page[]>): Promise<Page[]> {
  const [aliases, found] = await Promise.all([reading, pages]);
  return found.map((page) => shownPage(page, aliases));
}
