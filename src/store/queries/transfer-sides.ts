/** The other sides of transfers, as far as the user may see them. */
import { monthOf, shiftMonths } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import type { Database } from '../database/database.ts';
import { readMonthPages, readTotals } from '../ledger/ledger.ts';
import { listAccounts } from './accounts.ts';
import { isWhole } from './whole-scope.ts';

export interface OtherSide {
  row: TransactionRow;
  accountName: string;
  /** The sides have different amounts. Never said while older months of an account are still to come. */
  isApart: boolean;
}

/**
 * Row id to the other side, of the transfers whose other side is in an account of the user. Money arrives within days,
 * so this reads the months around each row and no others.
 */
export async function otherSides(db: Database, rows: readonly TransactionRow[]): Promise<Map<string, OtherSide>> {
  const transfers = rows.filter(({ transferId }) => transferId !== null);
  const months = [...new Set(transfers.flatMap(({ date }) => monthsAround(monthOf(date))))];
  return sidesIn(db, transfers, async () => months);
}

/** The other side of one transfer, however far apart the two days are. For what is opened, not for lists. */
export async function otherSide(db: Database, row: TransactionRow): Promise<OtherSide | null> {
  const near = (await otherSides(db, [row])).get(row.id);
  if (near || row.transferId === null) return near ?? null;
  return (await sidesIn(db, [row], (scope) => monthsWithTransfers(db, scope))).get(row.id) ?? null;
}

/** `monthsOf`: which months of a scope to read. */
async function sidesIn(
  db: Database,
  transfers: readonly TransactionRow[],
  monthsOf: (scope: string) => Promise<readonly string[]>,
): Promise<Map<string, OtherSide>> {
  const found = new Map<string, OtherSide>();
  for (const { account } of await listAccounts(db)) {
    const wanted = new Map(transfers.flatMap((one) => (one.accountId === account.id ? [] : [[one.transferId, one]])));
    if (wanted.size === 0) continue;
    const scope = accountScope(account.id);
    const months = await monthsOf(scope);
    const pages = await Promise.all(months.map((month) => readMonthPages(db, scope, month, month)));
    for (const row of pages.flat().flatMap((page) => page.rows)) {
      const side = row.transferId === null ? undefined : wanted.get(row.transferId);
      if (side) found.set(side.id, { row, accountName: account.name, isApart: await areApart(db, side, row) });
    }
  }
  return found;
}

async function areApart(db: Database, one: TransactionRow, other: TransactionRow): Promise<boolean> {
  if (one.amount === other.amount) return false;
  const whole = await Promise.all([one, other].map(({ accountId }) => isWhole(db, accountScope(accountId))));
  return whole.every(Boolean);
}

function monthsAround(month: string): string[] {
  const first = `${month}-01`;
  return [-1, 0, 1].map((by) => monthOf(shiftMonths(first, by)));
}

async function monthsWithTransfers(db: Database, scope: string): Promise<string[]> {
  const months = await readTotals(db, scope);
  return months.filter(({ lines }) => lines.some(({ nature }) => nature === 'transfer')).map(({ month }) => month);
}
