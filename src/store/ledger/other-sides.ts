/** Finds the other sides of transfers. Apart from `sides.ts`, because only a list with transfers needs it. */

import { accountScope, budgetOfScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { Page } from '../database/records.ts';
import { readAliases } from '../outbox/aliases.ts';
import { readParts } from './page.ts';
import { shownPage } from './shown-names.ts';
import { idsOf } from './sides.ts';

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

/** The sides in other accounts of all transfers of this account: they stay when it is deleted. */
export async function sidesElsewhere(db: Database, accountId: string): Promise<TransactionRow[]> {
  const own = accountScope(accountId);
  const [aliases, months] = await Promise.all([readAliases(db), db.sides.toArray()]);
  const ids = new Set(months.filter(({ scope }) => scope === own).flatMap(idsOf));
  const others = months.filter((month) => {
    return month.scope !== own && budgetOfScope(month.scope) === null && idsOf(month).some((id) => ids.has(id));
  });
  const pages = await Promise.all(others.map(({ scope, month }) => readParts(db, scope, month, 0)));
  const rows = pages.flat().flatMap((page) => shownPage(page, aliases).rows);
  return rows.filter(({ transferId }) => transferId !== null && ids.has(transferId));
}
