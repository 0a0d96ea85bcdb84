import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { groupAccounts } from '#domain/books/account-groups';
import { sharedAccounts } from '#store/queries/sharing/shared-accounts';
import * as texts from '#texts/books/accounts';
import * as terms from '#texts/terms';
import { CalendarClockIcon, LayersIcon } from '#ui/icons';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { useDatabase } from '../../session/session.ts';
import { MAIN_TAB_NAMES } from '../addresses/main-tab.ts';
import { AccountItem, ItemLink } from './account-item.tsx';
import { NetWorthLine } from './net-worth-line.tsx';
import { ALL, useAccountPlace } from './use-account-place.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * What comes, and all accounts in their order under Assets and Debts, each with its balance. The net worth stands
 * below. A press leads to the account. `onChosen` is called after it.
 */
export function AccountList(props: {
  accounts: readonly AccountView[];
  /** Only the accounts scroll there, and the net worth stays in sight. */
  inSideBar?: boolean;
  onChosen?: () => void;
}) {
  const { accounts, inSideBar = false, onChosen } = props;
  const db = useDatabase();
  const shared = useLiveQuery(() => sharedAccounts(db), [db], NONE);
  const { current, onDashboard, go } = useAccountPlace();
  const { assets, debts, archived } = groupAccounts(accounts);
  // An account's link leads to its page, for a new tab. A plain press on the dashboard stays there.
  const choose = (accountId: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(accountId);
    onChosen?.();
  };
  const item = ({ account }: AccountView) => (
    <AccountItem
      key={account.id}
      account={account}
      isShared={shared.has(account.id)}
      isCurrent={current === account.id}
      onDashboard={onDashboard}
      onClick={choose(account.id)}
    />
  );
  return (
    <>
      <chakra.nav
        aria-label={terms.ACCOUNTS}
        flex={inSideBar ? '1' : undefined}
        minHeight="0"
        overflowY={inSideBar ? 'auto' : undefined}
        px={inSideBar ? '3' : '0'}
        pb="3"
      >
        <chakra.ul listStyle="none">
          <li>
            <ItemLink asChild>
              <Link
                to="/"
                search={{ account: ALL }}
                aria-current={current === ALL ? 'true' : undefined}
                onClick={choose(ALL)}
              >
                <LayersIcon size={18} aria-hidden />
                {terms.ALL_ACCOUNTS}
              </Link>
            </ItemLink>
          </li>
          <li>
            <ItemLink asChild>
              <Link
                to="/"
                search={{ tab: 'upcoming' }}
                activeOptions={{ exact: true, includeSearch: true }}
                onClick={onChosen}
              >
                <CalendarClockIcon size={18} aria-hidden />
                {MAIN_TAB_NAMES.upcoming}
              </Link>
            </ItemLink>
          </li>
        </chakra.ul>
        {assets.length > 0 && <Group title={texts.ASSETS}>{assets.map(item)}</Group>}
        {debts.length > 0 && <Group title={texts.DEBTS}>{debts.map(item)}</Group>}
        {archived.length > 0 && (
          <chakra.details mt="3" open={archived.some(({ account }) => account.id === current) || undefined}>
            <chakra.summary
              px="2"
              minHeight={{ base: '11', lg: '8' }}
              py={{ base: '3', lg: '1.5' }}
              cursor="pointer"
              color="fg.muted"
              fontSize="xs"
            >
              {texts.archivedAccounts(archived.length)}
            </chakra.summary>
            <chakra.ul listStyle="none">{archived.map(item)}</chakra.ul>
          </chakra.details>
        )}
      </chakra.nav>
      <NetWorthLine accounts={accounts} inSideBar={inSideBar} />
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <chakra.h3 id={id} px="2" pt="4" pb="1" color="fg.muted" fontSize="xs" fontWeight="medium" letterSpacing="normal">
        {title}
      </chakra.h3>
      <chakra.ul listStyle="none" aria-labelledby={id}>
        {children}
      </chakra.ul>
    </>
  );
}
