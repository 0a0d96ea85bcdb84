/** The rows that may be the other side of a transfer. */
import { monthOf, shiftDays } from '#domain/dates';
import { canChange } from '#domain/roles';
import type { TransactionRow } from '#domain/rows';
import { accountScope } from '#domain/scopes';
import { daysApart, LINK_DAYS, mayLink } from '#domain/transfer-links';
import type { Database } from '../database/database.ts';
import { readMonthPages } from '../ledger/ledger.ts';
import { listAccounts } from './accounts.ts';
import type { OtherSide } from './transfer-sides.ts';

type Candidate = Pick<OtherSide, 'row' | 'accountName'>;

/** The rows in the user's other accounts that fit and that the user may change, the nearest day first. */
export async function transferCandidates(db: Database, userId: string, row: TransactionRow): Promise<Candidate[]> {
  const first = monthOf(shiftDays(row.date, -LINK_DAYS));
  const last = monthOf(shiftDays(row.date, LINK_DAYS));
  const found: Candidate[] = [];
  for (const { account, role } of await listAccounts(db)) {
    if (account.id === row.accountId) continue;
    const pages = await readMonthPages(db, accountScope(account.id), first, last);
    const fitting = pages.flatMap((page) => page.rows).filter((one) => mayLink(row, one));
    const changeable = fitting.filter((one) => canChange({ account: role, budget: null }, one, userId));
    found.push(...changeable.map((one) => ({ row: one, accountName: account.name })));
  }
  return found.sort((a, b) => daysApart(row, a.row) - daysApart(row, b.row));
}
