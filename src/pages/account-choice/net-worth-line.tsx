import { chakra } from '@chakra-ui/react';
import { kindOf } from '#domain/account-kinds';
import { netWorth } from '#domain/books/net-worth';
import { formatMoney } from '#domain/money/money';
import * as texts from '#texts/books/accounts';
import { MoneyText } from '#ui/money-text';
import { useAccountSummaries } from '../../session/accounts/use-account-summaries.ts';
import type { AccountView } from '../../session/accounts/use-accounts.ts';

/** The net worth as the tab Accounts counts it. Of a single account without a kind it would say nothing new. */
export function NetWorthLine({ accounts, inSideBar }: { accounts: readonly AccountView[]; inSideBar: boolean }) {
  if (accounts.length < 2 && accounts.every(({ account }) => kindOf(account) === 'other')) return null;
  return (
    <chakra.p
      display="flex"
      justifyContent="space-between"
      gap="3"
      px={inSideBar ? '5' : '2'}
      py="3.5"
      borderTopWidth="1px"
      borderColor="line"
    >
      <chakra.span color="fg.muted">{texts.NET_WORTH}</chakra.span>
      <Net accounts={accounts} />
    </chakra.p>
  );
}

/** Apart, because a new transaction changes only this text. */
function Net({ accounts }: { accounts: readonly AccountView[] }) {
  const summaries = useAccountSummaries();
  const balances = accounts.map(({ account }) => ({ ...account, balance: summaries?.get(account.id)?.balance ?? 0 }));
  return <MoneyText fontWeight="semibold">{summaries ? formatMoney(netWorth(balances).net) : '\u00a0'}</MoneyText>;
}
