/** Where the sides of transfers are. The database has the transfers of each page in an index. */
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import type { Page } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { shownPage } from './shown-names.ts';

type Side = Pick<TransactionRow, 'accountId' | 'transferId'>;

/** More transfers are looked for in one go through the whole index. */
const FEW = 200;

/** The pages with the other sides of these sides, wherever on this device they are. */
export async function pagesOfOtherSides(db: Database, sides: readonly Side[]): Promise<Page[]> {
  const keys = sides.length > FEW ? await db.transactions.orderBy('transfers').primaryKeys() : await keysOf(db, sides);
  const names = new Map(keys.map((key) => [key.join(' '), key]));
  const [aliases, pages] = await Promise.all([readAliases(db), db.transactions.bulkGet([...names.values()])]);
  return pages.flatMap((page) => (page ? shownPage(page, aliases) : []));
}

async function keysOf(db: Database, sides: readonly Side[]): Promise<[string, string, number][]> {
  const keys = await Promise.all(
    sides.map(async ({ accountId, transferId }) => {
      const found = await db.transactions.where({ transfers: transferId }).primaryKeys();
      return found.filter(([scope]) => scope !== accountScope(accountId));
    }),
  );
  return keys.flat();
}
