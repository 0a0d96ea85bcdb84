import { Suspense, useState } from 'react';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { dialogOnDemand } from '#ui/on-demand';
import { VisuallyHidden } from '#ui/visually-hidden';
import { usePlaceAccount } from '../../features/accounts/use-place-account.ts';
import { useAccountSummaries } from '../../session/accounts/use-account-summaries.ts';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { AccountsTable } from './accounts-table.tsx';
import { ArchivedAccounts } from './archived-accounts.tsx';
import { NetWorthSummary } from './net-worth-summary.tsx';

const AccountMenuDialog = dialogOnDemand(() => import('../../features/accounts/account-menu-dialog.tsx'));

/** What the user owns and owes, their accounts in order, and the archived ones below. */
export function AccountLists(props: { accounts: readonly AccountView[]; onEdit: (accountId: string) => void }) {
  const { accounts, onEdit } = props;
  const summaries = useAccountSummaries();
  const [menuId, setMenuId] = useState<string | null>(null);
  const menu = accounts.find(({ account }) => account.id === menuId);
  const shown = accounts.filter(({ account }) => !account.archived);
  const archived = accounts.filter(({ account }) => account.archived);
  const placing = usePlaceAccount(shown);
  const lists = { summaries, onEdit, onMenu: setMenuId };
  const move = (id: string, by: number) => {
    if (placing.mayMove(id, by)) void placing.move(id, by);
  };
  return (
    <>
      <NetWorthSummary accounts={accounts} summaries={summaries} />
      {shown.length > 0 && (
        <Card padded={false} overflow="hidden">
          <AccountsTable caption={terms.ACCOUNTS} accounts={shown} {...lists} onMove={move} />
        </Card>
      )}
      {archived.length > 0 && <ArchivedAccounts accounts={archived} {...lists} />}
      <VisuallyHidden role="status">{placing.said}</VisuallyHidden>
      {menu && (
        <Suspense>
          <AccountMenuDialog view={menu} placing={placing} onClose={() => setMenuId(null)} />
        </Suspense>
      )}
    </>
  );
}
