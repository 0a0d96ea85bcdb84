import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { offeredAccounts } from '#domain/books/accounts';
import { can } from '#domain/sharing/roles';
import * as texts from '#texts/pages/dashboard';
import * as terms from '#texts/terms';
import * as transactions from '#texts/transactions/transactions';
import { Badge } from '#ui/badge';
import { EmptyState } from '#ui/empty-state';
import { InboxIcon } from '#ui/icons';
import { extraOnDemand, onDemand } from '#ui/on-demand';
import { InvitationAlert } from '../../features/sharing/invitation-alert.tsx';
import { OfferedOwnership } from '../../features/sharing/offered-ownership.tsx';
import { useReceivedInvitations } from '../../features/sharing/use-received-invitations.ts';
import { AddTransactionForm } from '../../features/transactions/form/add-transaction-form.tsx';
import { TransactionsPanel } from '../../features/transactions/list/transactions-panel.tsx';
import { useActiveAccount } from '../../session/accounts/use-active-account.ts';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { IMPORT_FORM } from '../../session/drafts/form-names.ts';
import { useHasDraft } from '../../session/drafts/use-has-draft.ts';
import { useHasSchedules } from '../../session/schedules/use-has-schedules.ts';
import { useSession } from '../../session/session.ts';
import { ALL } from '../account-choice/use-account-place.ts';
import { StartChoices } from '../first-account/start-choices.tsx';
import { AccountSelector } from './account-selector.tsx';
import { SummaryStrip } from './summary-strip.tsx';

/** Loaded separately: people need it once. */
const NoAccount = onDemand(async () => ({ default: (await import('../first-account/no-account.tsx')).NoAccount }));

const UnfinishedImport = extraOnDemand(() => import('../../features/import/unfinished-import.tsx'));

const ComingLine = extraOnDemand(() => import('./coming-line.tsx'));

const COLUMNS = ['date', 'description', 'category', 'contributor', 'amount', 'actions'] as const;
/** Without a login nobody has an e-mail, and nobody else writes. */
const LOCAL_COLUMNS = ['date', 'description', 'category', 'amount', 'actions'] as const;

/**
 * The tab Dashboard of a signed-in user: the active account at a glance, the form for a new transaction, and the list;
 * or, with `all`, the list of all accounts. New transactions go to the active account.
 */
export function DashboardTab({ all }: { all: boolean }) {
  const known = useActiveAccount();
  const invitations = useReceivedInvitations();
  const hasImport = useHasDraft(IMPORT_FORM);
  const hasSchedules = useHasSchedules();
  const mine = useAddableAccounts();
  const isLocal = useSession().status === 'on_device';
  // Rendered together with the content above it, so that nothing moves afterwards.
  if (!known || !invitations) return null;
  const { accounts, active } = known;
  if (!active) {
    return (
      <Suspense>
        <NoAccount invitations={invitations} />
      </Suspense>
    );
  }
  const addable = offeredAccounts(mine?.accounts ?? [], active.account.id);
  const mayAdd = can(active.role, 'transaction.add');
  const shown = all ? ALL : active.account.id;

  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '2.5', md: '4' }}>
      <chakra.h2 srOnly>{terms.DASHBOARD}</chakra.h2>
      <InvitationAlert invitations={invitations} />
      <OfferedOwnership accounts={accounts} />
      <chakra.div display="flex" alignItems="center" gap="2">
        <AccountSelector accounts={accounts} name={all ? terms.ALL_ACCOUNTS : active.account.name} />
        {!mayAdd && !all && <Badge>{texts.VIEW_ONLY}</Badge>}
        {hasSchedules && (
          <Suspense>
            <ComingLine />
          </Suspense>
        )}
      </chakra.div>
      {hasImport && (
        <Suspense>
          <UnfinishedImport />
        </Suspense>
      )}
      <SummaryStrip
        // Another account's sums are not shown for a moment.
        key={`sums of ${shown}`}
        accountIds={all ? accounts.map(({ account }) => account.id) : [active.account.id]}
      />
      {addable.length > 0 && <AddTransactionForm accounts={addable} active={active.account} viewOnly={!mayAdd} />}
      <TransactionsPanel
        key={`rows of ${shown}`}
        account={active}
        all={all}
        columns={isLocal ? LOCAL_COLUMNS : COLUMNS}
        empty={
          <EmptyState
            icon={<InboxIcon />}
            title={transactions.NOTHING_FOUND}
            action={mayAdd && <StartChoices byHand />}
          >
            {mayAdd ? texts.EMPTY_MAY_ADD : texts.EMPTY_VIEW_ONLY}
          </EmptyState>
        }
      />
    </chakra.div>
  );
}
