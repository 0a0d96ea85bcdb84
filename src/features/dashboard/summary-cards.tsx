import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { useAccountSummary } from '../transactions/use-account-summary.ts';

/** Income, expenses and balance of an account at a glance. The cards stand in their place before the sums are read. */
export function SummaryCards({ accountId }: { accountId: string }) {
  const summary = useAccountSummary(accountId);
  const balance = summary?.balance ?? 0;
  const income = summary && formatMoney(summary.income, { sign: 'always' });
  const expense = summary && formatMoney(summary.expense);
  const remaining = summary && formatMoney(balance, { sign: 'always' });
  const longest = Math.max(...[income, expense, remaining].map((text) => text?.length ?? 0));
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      <SummaryCard label={terms.TOTAL_INCOME} value={income} longest={longest} tone="income" icon={<ArrowUpIcon />} />
      <SummaryCard
        label={terms.TOTAL_EXPENSES}
        value={expense}
        longest={longest}
        tone="expense"
        icon={<ArrowDownIcon />}
      />
      <SummaryCard
        label={terms.CURRENT_BALANCE}
        value={remaining}
        longest={longest}
        tone={balance >= 0 ? 'income' : 'expense'}
        icon={<WalletIcon />}
        wide
      />
    </chakra.dl>
  );
}

function SummaryCard(props: {
  label: string;
  value: string | undefined;
  longest: number;
  tone: 'income' | 'expense';
  icon: React.ReactNode;
  wide?: boolean;
}) {
  const { label, value, longest, tone, icon, wide = false } = props;
  return (
    <Card
      asChild
      p={{ base: '3', md: '5' }}
      gridColumn={wide ? { base: '1 / -1', md: 'auto' } : 'auto'}
      order={wide ? { base: -1, md: 0 } : 0}
    >
      <div>
        <chakra.dt
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="1"
          color="fg.muted"
          fontSize={{ base: 'xs', md: 'sm' }}
        >
          {label}
          <chakra.span
            aria-hidden
            display="grid"
            placeItems="center"
            width={{ base: '5', md: '7' }}
            height={{ base: '5', md: '7' }}
            _icon={{ width: { base: '3.5', md: '4' }, height: { base: '3.5', md: '4' } }}
            borderRadius="full"
            bg={`${tone}.soft`}
            color={tone}
          >
            {icon}
          </chakra.span>
        </chakra.dt>
        <chakra.dd mt={{ base: '1', md: '2' }} containerType="inline-size">
          <MoneyText size="figure" tone={tone} style={{ fontSize: fittingSize(longest) }}>
            {value ?? '\u00a0'}
          </MoneyText>
        </chakra.dd>
      </div>
    </Card>
  );
}

/** As large as a figure is, and smaller where the longest of the three would not fit into its card. */
function fittingSize(characters: number): string {
  const share = 160 / Math.max(characters, 8);
  return `clamp(0.75rem, ${share.toFixed(1)}cqi, 1.75rem)`;
}
