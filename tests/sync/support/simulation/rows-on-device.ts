/** The transactions that a person has on the screen. */
import type { TransactionRow } from '#domain/rows';
import { readScope } from '#store/ledger/many-pages';
import type { SimulatedDevice } from '../simulated-device.ts';

/** Of all scopes, each in the ledger's order. */
export async function transactionsOn({ db }: SimulatedDevice): Promise<TransactionRow[]> {
  const pages = await db.transaction('r', db.transactions, db.outbox, async () => {
    const keys = await db.transactions.toCollection().primaryKeys();
    const scopes = [...new Set(keys.map(([scope]) => scope))];
    return Promise.all(scopes.map((scope) => readScope(db, scope)));
  });
  return pages.flat().flatMap((page) => page.rows);
}
