/** The rows that may be the other side of a transfer. */
import { monthOf, shiftDays } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import { daysApart, isFree, LINK_DAYS, mayLink } from '#domain/transactions/transfer-links';
import type { Database } from '../../database/database.ts';
import { pageDirectory } from '../../ledger/ledger.ts';
import { readMonthPages } from '../../ledger/many-pages.ts';
import { listAccounts } from '../accounts/accounts.ts';
import type { OtherSide } from './transfer-sides.ts';

export type Candidate = Pick<OtherSide, 'row' | 'accountName'>;

/** The rows in the user's other accounts that fit and that the user may change, the nearest day first. */
export async function transferCandidates(db: Database, userId: string, row: TransactionRow): Promise<Candidate[]> {
  const days = { from: row.date, to: row.date };
  const found = await freeRows(db, userId, { elsewhere: row.accountId, ...days }, (one) => mayLink(row, one));
  return found.sort((a, b) => daysApart(row, a.row) - daysApart(row, b.row));
}

/**
 * The rows around these days that fit, that are free to become a side, and that the user may change. `elsewhere`: the
 * account that is left out.
 */
export async function freeRows(
  db: Database,
  userId: string,
  { elsewhere, from, to }: { elsewhere: string | null; from: string; to: string },
  fits: (row: TransactionRow) => boolean,
): Promise<Candidate[]> {
  const [first, last] = [monthOf(shiftDays(from, -LINK_DAYS)), monthOf(shiftDays(to, LINK_DAYS))];
  const found: Candidate[] = [];
  for (const { account, role } of await listAccounts(db)) {
    if (account.id === elsewhere) continue;
    const mayChange = (row: TransactionRow) => canChange({ account: role, budget: null }, row, userId);
    const scope = accountScope(account.id);
    const months = new Set((await pageDirectory(db, scope, first)).map(({ month }) => month));
    // One month after the other: a file may be about years, and only the rows that fit stay in memory.
    for (const month of months) {
      if (month > last) continue;
      for (const page of await readMonthPages(db, scope, month, month)) {
        const rows = page.rows.filter((row) => fits(row) && isFree(row) && mayChange(row));
        for (const row of rows) found.push({ row, accountName: account.name });
      }
    }
  }
  return found;
}
