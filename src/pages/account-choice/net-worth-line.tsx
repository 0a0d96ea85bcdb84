import { chakra } from '@chakra-ui/react';
import { kindOf } from '#domain/account-kinds';
import { netWorth } from '#domain/books/net-worth';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import * as texts from '#texts/books/accounts';
import { MoneyText } from '#ui/money-text';
import type { AccountView } from '../../session/accounts/use-accounts.ts';

/** The net worth as the tab Accounts counts it. Of a single account without a kind it would say nothing new. */
export function NetWorthLine(props: {
  accounts: readonly AccountView[];
  summaries: ReadonlyMap<string, Summary> | undefined;
  inSideBar: boolean;
}) {
  const { accounts, summaries, inSideBar } = props;
  if (accounts.length < 2 && accounts.every(({ account }) => kindOf(account) === 'other')) return null;
  const balances = accounts.map(({ account }) => ({ ...account, balance: summaries?.get(account.id)?.balance ?? 0 }));
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
      <MoneyText fontWeight="semibold">{summaries ? formatMoney(netWorth(balances).net) : '\u00a0'}</MoneyText>
    </chakra.p>
  );
}
