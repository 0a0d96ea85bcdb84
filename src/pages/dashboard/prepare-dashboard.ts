import type { Database } from '#store/database/database';
import type { LastUser } from '#store/session/device';
import { isWideScreen } from '#ui/use-wide-screen.ts';
import { prepareReceivedInvitations } from '../../features/sharing/use-received-invitations.ts';
import { prepareNewestRows } from '../../features/transactions/list/use-newest-rows.ts';
import { isWithBalances } from '../../features/transactions/list/use-running-balance.ts';
import { useRememberedAccount } from '../../session/accounts/active-account.ts';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { activeOf } from '../../session/accounts/use-active-account.ts';
import { prepareSummary } from '../../session/accounts/use-summary.ts';
import { useHasSchedules } from '../../session/schedules/use-has-schedules.ts';

/** Reads what the dashboard shows first: of the active account or, with `all`, of all accounts. */
export async function prepareDashboard(db: Database, user: LastUser, all: boolean): Promise<void> {
  await Promise.all([prepareReceivedInvitations(db, user.email), useHasSchedules.prepare(db), prepareRows(db, all)]);
}

async function prepareRows(db: Database, all: boolean): Promise<void> {
  const accounts = await useAccounts.prepare(db);
  const active = accounts && activeOf(accounts, useRememberedAccount.getState().accountId);
  if (!active) return;
  const ids = all ? accounts.map(({ account }) => account.id) : [active.account.id];
  const listed = all ? ids : active.account.id;
  await Promise.all([prepareSummary(db, ids), prepareNewestRows(db, listed, isWithBalances(isWideScreen()))]);
}
