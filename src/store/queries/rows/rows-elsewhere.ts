/** What became of rows that a screen keeps, such as those that the user has chosen. */
import { monthOf } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { PageName } from '../../database/records.ts';
import { pageDirectory, placesAnywhere, readPages } from '../../ledger/ledger.ts';

/** So many pages are read at a time. Between them the page can draw and take input. */
const AT_ONCE = 16;

export { keptSums } from '../../ledger/ledger.ts';

/**
 * Those of these rows that are not in the account and the month where they were seen: as they are now, or null for
 * those that are gone from this device. Reads only the pages of these months, as long as no row is missing there.
 */
export async function rowsElsewhere(
  db: Database,
  seen: Iterable<TransactionRow>,
): Promise<Map<string, TransactionRow | null>> {
  const missing = new Map([...seen].map((row) => [row.id, row]));
  const byScope = Map.groupBy(missing.values(), ({ accountId }) => accountScope(accountId));
  for (const [scope, rows] of byScope) {
    const months = new Set(rows.map(({ date }) => monthOf(date)));
    await eachRow(db, scope, months, ({ id }) => missing.delete(id));
  }
  const found = new Map<string, TransactionRow | null>();
  if (missing.size === 0) return found;
  const places = await placesAnywhere(db, [...missing.keys()]);
  for (const [id, some] of places) if (some.length === 0) found.set(id, null);
  const known = Map.groupBy([...places.values()].flat(), ({ scope }) => scope);
  for (const [scope, some] of known) {
    const months = new Set(some.map(({ month }) => month));
    await eachRow(db, scope, months, (row) => missing.has(row.id) && found.set(row.id, row));
  }
  return found;
}

async function eachRow(
  db: Database,
  scope: string,
  months: ReadonlySet<string>,
  visit: (row: TransactionRow) => void,
): Promise<void> {
  const pages: PageName[] = (await pageDirectory(db, scope)).filter(({ month }) => months.has(month));
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    for (const page of await readPages(db, scope, pages.slice(from, from + AT_ONCE))) page?.rows.forEach(visit);
  }
}
