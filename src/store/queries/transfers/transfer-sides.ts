/** The other sides of transfers, as far as the user may see them. */

import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { pagesOfOtherSides } from '../../ledger/other-sides.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { isWhole } from '../accounts/whole-scope.ts';

export interface OtherSide {
  row: TransactionRow;
  accountName: string;
  /** The sides have different amounts. Never said while older months of an account are still to come. */
  isApart: boolean;
}

/** Row id to the other side, of the transfers whose other side is in an account of the user, on whatever day. */
export async function otherSides(db: Database, rows: readonly TransactionRow[]): Promise<Map<string, OtherSide>> {
  const found = new Map<string, OtherSide>();
  const transfers = Map.groupBy(rows, ({ transferId }) => transferId);
  transfers.delete(null);
  if (transfers.size === 0) return found;
  const [accounts, pages] = await Promise.all([
    listAccounts(db),
    pagesOfOtherSides(db, [...transfers.values()].flat()),
  ]);
  const names = new Map(accounts.map(({ account }) => [account.id, account.name]));
  for (const row of pages.flatMap((page) => page.rows)) {
    const accountName = names.get(row.accountId);
    const sides = row.transferId === null ? [] : (transfers.get(row.transferId) ?? []);
    for (const side of sides) {
      if (accountName === undefined || side.accountId === row.accountId) continue;
      found.set(side.id, { row, accountName, isApart: await areApart(db, side, row) });
    }
  }
  return found;
}

/**
 * The same, with null for a side that is gone: who made a transfer had both accounts, and nothing of them is still to
 * come.
 */
export async function knownSides(
  db: Database,
  rows: readonly TransactionRow[],
): Promise<Map<string, OtherSide | null>> {
  const found: Map<string, OtherSide | null> = await otherSides(db, rows);
  const lone = rows.filter(({ id, transferId, userId }) => transferId && userId === db.userId && !found.has(id));
  if (lone.length > 0 && (await isAllHere(db))) for (const { id } of lone) found.set(id, null);
  return found;
}

async function isAllHere(db: Database): Promise<boolean> {
  const accounts = await listAccounts(db);
  const whole = await Promise.all(accounts.map(({ account }) => isWhole(db, accountScope(account.id))));
  return whole.every(Boolean);
}

/** The other side of one transfer. */
export async function otherSide(db: Database, row: TransactionRow): Promise<OtherSide | null> {
  return (await otherSides(db, [row])).get(row.id) ?? null;
}

async function areApart(db: Database, one: TransactionRow, other: TransactionRow): Promise<boolean> {
  if (one.amount === other.amount) return false;
  const whole = await Promise.all([one, other].map(({ accountId }) => isWhole(db, accountScope(accountId))));
  return whole.every(Boolean);
}
