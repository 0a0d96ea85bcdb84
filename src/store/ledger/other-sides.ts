/** Finds the other sides of transfers. Apart from `sides.ts`, because only a list with transfers needs it. */

import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Page } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { readParts } from './page.ts';
import { shownPage } from './shown-names.ts';

type Side = Pick<TransactionRow, 'accountId' | 'transferId'>;

/** The pages with the other sides of these sides, wherever on this device they are. */
export async function pagesOfOtherSides(db: Database, sides: readonly Side[]): Promise<Page[]> {
  const transfers = [...Map.groupBy(sides, ({ transferId }) => transferId ?? '')];
  const isOther = (scope: string) => (side: Side) => accountScope(side.accountId) !== scope;
  const [aliases, months] = await Promise.all([readAliases(db), db.sides.toArray()]);
  // Looking for a few ids in a text is faster than dividing it into its ids.
  const found = months.filter((month) =>
    transfers.some(([id, ofTransfer]) => month.transfers.includes(id) && ofTransfer.some(isOther(month.scope))),
  );
  const pages = await Promise.all(found.map(({ scope, month }) => readParts(db, scope, month, 0)));
  return pages.flat().map((page) => shownPage(page, aliases));
}
