import { chakra } from '@chakra-ui/react';
import { kindOf } from '#domain/account-kinds';
import { netWorth } from '#domain/books/net-worth';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import * as texts from '#texts/books/accounts';
import { Card } from '#ui/card';
import { MoneyText } from '#ui/money-text';
import type { AccountView } from '../../session/accounts/use-accounts.ts';

/**
 * What the user owns and owes. It says nothing new about a single account, so that one has it only if it has a kind.
 */
export function NetWorthSummary(props: {
  accounts: readonly AccountView[];
  summaries: ReadonlyMap<string, Summary> | undefined;
}) {
  const { accounts, summaries } = props;
  if (accounts.length < 2 && accounts.every(({ account }) => kindOf(account) === 'other')) return null;
  const balances = accounts.map(({ account }) => ({ ...account, balance: summaries?.get(account.id)?.balance ?? 0 }));
  const { assets, debts, net } = netWorth(balances);
  return (
    <Card asChild>
      <section aria-label={texts.NET_WORTH}>
        <chakra.dl display="grid" gap="3" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(3, 1fr)' }}>
          <Figure label={texts.ASSETS} cents={summaries && assets} />
          <Figure label={texts.DEBTS} cents={summaries && debts} />
          <Figure label={texts.NET_WORTH} cents={summaries && net} isResult />
        </chakra.dl>
        <chakra.p mt="3" color="fg.muted" fontSize="xs">
          {texts.NET_WORTH_EXPLANATION}
        </chakra.p>
      </section>
    </Card>
  );
}

function Figure(props: { label: string; cents: number | undefined; isResult?: boolean }) {
  const { label, cents, isResult = false } = props;
  const tone = !isResult || cents === undefined ? 'neutral' : cents >= 0 ? 'income' : 'expense';
  return (
    <chakra.div minWidth="0" gridColumn={{ base: isResult ? '1 / -1' : 'auto', sm: 'auto' }}>
      <chakra.dt color="fg.muted" fontSize="sm">
        {label}
      </chakra.dt>
      <chakra.dd mt="1" fontSize="md">
        <MoneyText tone={tone}>{cents === undefined ? '\u00a0' : formatMoney(cents)}</MoneyText>
      </chakra.dd>
    </chakra.div>
  );
}
