import type { Database } from '../database/database.ts';
import { readAliases } from '../outbox/aliases.ts';
import { shownPage, shownTotals } from './shown-names.ts';

/**
 * Writes into a scope's rows and totals the names that the open renames give them. Only where no server brings the
 * renamed rows. Runs inside the caller's transaction.
 */
export async function writeShownNames(db: Database, scope: string): Promise<void> {
  const aliases = await readAliases(db);
  const [pages, totals] = await Promise.all([
    db.transactions.where('[scope+month+part]').between([scope], [scope, []]).toArray(),
    db.totals.where('[scope+month]').between([scope], [scope, []]).toArray(),
  ]);
  await db.transactions.bulkPut(pages.map((page) => shownPage(page, aliases)));
  await db.totals.bulkPut(totals.map((month) => shownTotals(month, aliases)));
}
