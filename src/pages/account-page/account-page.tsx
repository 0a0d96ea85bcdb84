import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as drafts from '#texts/device/drafts';
import * as page from '#texts/pages/account-page';
import * as history from '#texts/transactions/history';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ArrowLeftIcon, InboxIcon, PlusIcon, WalletIcon } from '#ui/icons';
import { dialogOnDemand } from '#ui/on-demand';
import { shownNumber } from '../../features/accounts/shown-number.ts';
import { useHasHistory } from '../../features/history/use-has-history.ts';
import { useImport } from '../../features/import/import-state.ts';
import { ImportsCard } from '../../features/import/imports-card.tsx';
import { ReconciliationsCard } from '../../features/reconciling/reconciliations-card.tsx';
import { OfferedOwnership } from '../../features/sharing/offered-ownership.tsx';
import { TransactionsPanel } from '../../features/transactions/list/transactions-panel.tsx';
import { useAccountSummary } from '../../features/transactions/list/use-account-summary.ts';
import { type AccountView, useAccounts } from '../../session/accounts/use-accounts.ts';
import { useFirstPull } from '../../session/accounts/use-first-pull.ts';
import { entryForm } from '../../session/drafts/form-names.ts';
import { momentOf } from '../../session/drafts/moment.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { AwaitedAccounts } from '../first-account/awaited-accounts.tsx';
import { AccountInformation } from './account-information.tsx';
import { AccountPeople } from './account-people.tsx';

const NewEntryDialog = dialogOnDemand(() => import('../../features/transactions/form/new-entry-dialog.tsx'));
const ActivityDialog = dialogOnDemand(() => import('../../features/history/activity-dialog.tsx'));

const COLUMNS = ['date', 'description', 'category', 'type', 'amount', 'actions'] as const;

/** The page of one account: its facts, its budgets and people, and all its transactions. */
export function AccountPage({ accountId }: { accountId: string }) {
  const accounts = useAccounts();
  if (!accounts) return null;
  const view = accounts.find(({ account }) => account.id === accountId);
  return view ? <ExistingAccount key={accountId} view={view} /> : <UnknownAccount />;
}

/** The account may still be on its way to a device that never synced. Otherwise it does not exist. */
function UnknownAccount() {
  return useFirstPull() ? <AwaitedAccounts /> : <AccountNotFound />;
}

function AccountNotFound() {
  return (
    <EmptyState
      icon={<WalletIcon />}
      title={texts.NOT_FOUND_TITLE}
      titleAs="h1"
      action={
        <Button asChild>
          <Link to="/">{actions.BACK_TO_DASHBOARD}</Link>
        </Button>
      }
    >
      {texts.NOT_FOUND_EXPLANATION}
    </EmptyState>
  );
}

function ExistingAccount({ view }: { view: AccountView }) {
  const { account, isDefault, role } = view;
  // An archived account is offered by no form; its page is for looking back.
  const mayAdd = can(role, 'transaction.add') && !account.archived;
  const summary = useAccountSummary(account.id);
  const hasHistory = useHasHistory();
  const openImport = useImport((state) => state.open);
  const [adding, setAdding] = useState(false);
  const [listing, setListing] = useState(false);
  const [unfinished] = useUnfinished(entryForm(account.id));

  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <chakra.header display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap={{ base: '2', md: '3' }}>
        {/* On phones it is above the name, as in the settings. */}
        <chakra.div flexBasis={{ base: 'full', md: 'auto' }} ms="-2">
          <Button variant="ghost" px="2" asChild>
            <Link to="/" search={{ tab: 'accounts' }}>
              <ArrowLeftIcon aria-hidden />
              {actions.BACK}
            </Link>
          </Button>
        </chakra.div>
        <chakra.div flex="1 1 12rem" minWidth="0">
          <chakra.h1 fontSize="lg" overflowWrap="anywhere">
            {account.name}
          </chakra.h1>
          {account.archived && <Badge>{texts.ARCHIVED}</Badge>}
          <chakra.p color="fg.muted" className="tabular">
            {texts.labelledNumber(shownNumber(account, isDefault))}
          </chakra.p>
        </chakra.div>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap="2"
          width={{ base: 'full', sm: 'auto' }}
          css={{ '& > *': { flexGrow: { base: 1, sm: 0 }, px: { base: '3', sm: '4' } } }}
        >
          {hasHistory && (
            <Button variant="outline" onClick={() => setListing(true)}>
              {history.ACTIVITY}
            </Button>
          )}
          {mayAdd && (
            <Button variant="outline" onClick={() => openImport({ accountId: account.id })}>
              {page.IMPORT}
            </Button>
          )}
          {can(role, 'access.manage') && (
            <Button variant="outline" asChild>
              <Link to="/settings" search={{ tab: 'userAccess', account: account.id }}>
                {actions.INVITE_USERS}
              </Link>
            </Button>
          )}
          {mayAdd && (
            <Button onClick={() => setAdding(true)}>
              <PlusIcon aria-hidden />
              {actions.ADD_TRANSACTION}
            </Button>
          )}
        </chakra.div>
      </chakra.header>
      {unfinished && mayAdd && !adding && (
        <UnfinishedLine
          draft={unfinished}
          text={drafts.entryNotSaved(momentOf(unfinished.keptAt))}
          onContinue={() => setAdding(true)}
        />
      )}
      <OfferedOwnership accounts={[view]} />
      <AccountInformation account={account} summary={summary} />
      <AccountPeople account={account} />
      <ReconciliationsCard view={view} />
      <ImportsCard view={view} />
      <TransactionsPanel
        account={view}
        columns={COLUMNS}
        empty={
          <EmptyState
            icon={<InboxIcon />}
            title={texts.NO_TRANSACTIONS}
            action={mayAdd && <Button onClick={() => setAdding(true)}>{texts.ADD_FIRST_TRANSACTION}</Button>}
          >
            {page.NO_TRANSACTIONS_EXPLANATION}
          </EmptyState>
        }
      />
      {adding && (
        <Suspense>
          <NewEntryDialog accountId={account.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {listing && (
        <Suspense>
          <ActivityDialog account={account} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </chakra.div>
  );
}
