import { chakra } from '@chakra-ui/react';
import { Link, Navigate } from '@tanstack/react-router';
import { Suspense, useId, useRef, useState } from 'react';
import { can } from '#domain/sharing/roles';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import * as drafts from '#texts/device/drafts';
import * as page from '#texts/pages/account-page';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { InboxIcon, WalletIcon } from '#ui/icons';
import { dialogOnDemand, extraOnDemand } from '#ui/on-demand';
import { isLeft } from '../../features/accounts/left-accounts.ts';
import { OfferedOwnership } from '../../features/sharing/offered-ownership.tsx';
import { TransactionsPanel } from '../../features/transactions/list/transactions-panel.tsx';
import { type AccountView, useAccounts } from '../../session/accounts/use-accounts.ts';
import { useFirstPull } from '../../session/accounts/use-first-pull.ts';
import { useSummary } from '../../session/accounts/use-summary.ts';
import { entryForm } from '../../session/drafts/form-names.ts';
import { momentOf } from '../../session/drafts/moment.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { AwaitedAccounts } from '../first-account/awaited-accounts.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountHeader } from './account-header.tsx';
import { AccountInformation } from './account-information.tsx';

const NewEntryDialog = dialogOnDemand(() => import('../../features/transactions/form/new-entry-dialog.tsx'));

const AgreementWarning = extraOnDemand(() => import('../../features/reconciling/agreement-warning.tsx'));

const COLUMNS = ['date', 'description', 'category', 'type', 'amount', 'actions'] as const;

const GAP = { base: '3', md: '4' };

/** Where there is room, the details stand beside the register, else above it. */
const BESIDE = {
  '@media (width >= 90em)': {
    gridTemplateColumns: 'minmax(0, 1fr) 19rem',
    '& > :first-child': { gridColumn: '2', gridRow: '1' },
  },
};

/** The page of one account: its facts, its budgets and people, and all its transactions. */
export function AccountPage({ accountId }: { accountId: string }) {
  const accounts = useAccounts();
  if (!accounts) return null;
  const view = accounts.find(({ account }) => account.id === accountId);
  return view ? <ExistingAccount key={accountId} view={view} /> : <UnknownAccount id={accountId} />;
}

/**
 * The account may still be on its way to a device that never synced. Otherwise it does not exist. Whoever deleted it
 * here comes to its page only by Back.
 */
function UnknownAccount({ id }: { id: string }) {
  const isAwaited = useFirstPull();
  if (isLeft(id)) return <Navigate to="/" search={{ tab: 'accounts' }} replace />;
  return isAwaited ? <AwaitedAccounts /> : <AccountNotFound />;
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
  const { account, role } = view;
  // An archived account is offered by no form; its page is for looking back.
  const mayAdd = can(role, 'transaction.add') && !account.archived;
  const summary = useSummary([account.id]);
  const [adding, setAdding] = useState(false);
  const [detailed, setDetailed] = useState(false);
  const detailsId = useId();
  const details = useRef<HTMLButtonElement>(null);
  const [unfinished] = useUnfinished(entryForm(account.id));

  return (
    <chakra.div display="flex" flexDirection="column" gap={GAP}>
      <AccountHeader view={view} {...(mayAdd && { onAdd: () => setAdding(true) })} />
      {unfinished && mayAdd && !adding && (
        <UnfinishedLine
          draft={unfinished}
          text={drafts.entryNotSaved(momentOf(unfinished.keptAt))}
          onContinue={() => setAdding(true)}
        />
      )}
      <OfferedOwnership accounts={[view]} />
      <AccountInformation
        account={account}
        summary={summary}
        warning={
          summary &&
          !detailed && (
            <Suspense>
              <AgreementWarning
                accountId={account.id}
                balance={summary.balance}
                onShow={() => {
                  setDetailed(true);
                  details.current?.focus();
                }}
              />
            </Suspense>
          )
        }
        action={
          <Button
            ref={details}
            variant="outline"
            size="sm"
            aria-expanded={detailed}
            {...(detailed && { 'aria-controls': detailsId })}
            onClick={() => setDetailed(!detailed)}
          >
            {page.DETAILS}
          </Button>
        }
      />
      <chakra.div
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap={GAP}
        alignItems="start"
        css={detailed ? BESIDE : undefined}
      >
        {detailed && <AccountDetails id={detailsId} view={view} />}
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
      </chakra.div>
      {adding && (
        <Suspense>
          <NewEntryDialog accountId={account.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </chakra.div>
  );
}
