import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money';
import type { Summary } from '#domain/totals';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';

/** Income, expenses and balance at a glance. The cards stand in their place before the first read of the sums. */
export function SummaryCards({ summary }: { summary: Summary | undefined }) {
  const balance = summary?.balance ?? 0;
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ base: '3', md: '4' }}
    >
      <SummaryCard
        label="Total Income"
        value={summary && formatMoney(summary.income, { sign: 'always' })}
        tone="income"
        icon={<ArrowUpIcon size={16} />}
      />
      <SummaryCard
        label="Total Expenses"
        value={summary && formatMoney(summary.expense)}
        tone="expense"
        icon={<ArrowDownIcon size={16} />}
      />
      <SummaryCard
        label="Current Balance"
        value={summary && formatMoney(balance, { sign: 'always' })}
        tone={balance >= 0 ? 'income' : 'expense'}
        icon={<WalletIcon size={16} />}
        wide
      />
    </chakra.dl>
  );
}

function SummaryCard(props: {
  label: string;
  value: string | undefined;
  tone: 'income' | 'expense';
  icon: React.ReactNode;
  wide?: boolean;
}) {
  const { label, value, tone, icon, wide = false } = props;
  return (
    <Card asChild gridColumn={wide ? { base: '1 / -1', md: 'auto' } : 'auto'} order={wide ? { base: -1, md: 0 } : 0}>
      <div>
        <chakra.dt display="flex" alignItems="center" justifyContent="space-between" gap="2" color="fg.muted">
          {label}
          <chakra.span
            aria-hidden
            display="grid"
            placeItems="center"
            width="7"
            height="7"
            borderRadius="full"
            bg={`${tone}.soft`}
            color={tone}
          >
            {icon}
          </chakra.span>
        </chakra.dt>
        <chakra.dd mt="2" minHeight="2.1rem">
          <MoneyText size="figure" tone={tone}>
            {value ?? '\u00a0'}
          </MoneyText>
        </chakra.dd>
      </div>
    </Card>
  );
}
