/** What only this device has: entries that wait to reach the server, and those that the user has not settled. */
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { readScope } from '../../ledger/many-pages.ts';
import { allBases } from '../../optimistic/bases.ts';
import { entriesToSettle, waitingEntries } from '../../outbox/outbox.ts';

interface Unsynced {
  /** Waiting entries come first. */
  entries: OutboxEntry[];
  /** Account id to name. */
  accounts: Map<string, string>;
  /** The transactions that the entries touch, by id. */
  transactions: Map<string, TransactionRow>;
}

export async function readUnsynced(database: Database): Promise<Unsynced> {
  const entries = [...(await waitingEntries(database)), ...(await entriesToSettle(database))];
  const accounts = new Map((await database.accounts.toArray()).map(({ id, name }) => [id, name]));
  return { entries, accounts, transactions: await transactionsOf(database) };
}

/** The transactions that entries touch, by id: as the user sees them, or, when they are gone, as they were. */
async function transactionsOf(database: Database): Promise<Map<string, TransactionRow>> {
  const bases = [...(await allBases(database)).values()].filter((base) => base.table === 'transactions');
  const rows = new Map(bases.flatMap(({ id, row }) => (row ? [[id, row] as const] : [])));
  const touched = new Set(bases.map(({ id }) => id));
  for (const scope of new Set(bases.flatMap((base) => base.seen.map((place) => place.scope)))) {
    for (const page of await readScope(database, scope)) {
      for (const row of page.rows) if (touched.has(row.id)) rows.set(row.id, row);
    }
  }
  return rows;
}
