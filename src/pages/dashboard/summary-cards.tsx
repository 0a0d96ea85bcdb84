import { chakra } from '@chakra-ui/react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import * as texts from '#texts/pages/dashboard';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { useAccountSummary } from '../../features/transactions/list/use-account-summary.ts';

/** The formatted sums, and the length of the longest. */
interface Sums {
  income: string;
  expense: string;
  balance: string;
  balanceTone: Tone;
  /** What the balance has besides income and expenses; null where that is nothing. */
  others: string | null;
  longest: number;
}

type Tone = 'income' | 'expense';

const UNREAD: Sums = {
  income: '\u00a0',
  expense: '\u00a0',
  balance: '\u00a0',
  balanceTone: 'income',
  others: null,
  longest: 0,
};

/** A new transaction changes only the sums, so the cards themselves render once. */
const SumsContext = createContext(UNREAD);

/** Income, expenses and balance of an account at a glance. The cards are in their place before the sums are read. */
export function SummaryCards({ accountId }: { accountId: string }) {
  const summary = useAccountSummary(accountId);
  return <SumsContext value={summary ? write(summary) : UNREAD}>{CARDS}</SumsContext>;
}

function write({ income, expense, balance }: Summary): Sums {
  const written = {
    income: formatMoney(income, { sign: 'always' }),
    expense: formatMoney(expense),
    balance: formatMoney(balance, { sign: 'always' }),
  };
  const others = balance - (income - expense);
  const longest = Math.max(...Object.values(written).map(({ length }) => length));
  return {
    ...written,
    balanceTone: balance >= 0 ? 'income' : 'expense',
    others: others === 0 ? null : formatMoney(others, { sign: 'always' }),
    longest,
  };
}

const CARDS = (
  <chakra.dl
    display="grid"
    gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' }}
    gap={{ base: '3', md: '4' }}
  >
    <SummaryCard
      label={terms.TOTAL_INCOME}
      icon={
        <Round tone="income">
          <ArrowUpIcon />
        </Round>
      }
    >
      <Sum of="income" />
    </SummaryCard>
    <SummaryCard
      label={terms.TOTAL_EXPENSES}
      icon={
        <Round tone="expense">
          <ArrowDownIcon />
        </Round>
      }
    >
      <Sum of="expense" />
    </SummaryCard>
    <SummaryCard label={terms.CURRENT_BALANCE} icon={<BalanceMark />} wide>
      <Sum of="balance" />
      <Others />
    </SummaryCard>
  </chakra.dl>
);

function SummaryCard(props: { label: string; icon: ReactNode; wide?: boolean; children: ReactNode }) {
  const { label, icon, wide = false, children } = props;
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
          {icon}
        </chakra.dt>
        <chakra.dd mt={{ base: '1', md: '2' }} containerType="inline-size">
          {children}
        </chakra.dd>
      </div>
    </Card>
  );
}

/** Why the balance is not income minus expenses. */
function Others() {
  const { others } = use(SumsContext);
  if (others === null) return null;
  return (
    <chakra.span display="block" mt="1" color="fg.muted" fontSize="xs">
      {texts.balanceIncludes(others)}
    </chakra.span>
  );
}

function BalanceMark() {
  const { balanceTone } = use(SumsContext);
  return useMemo(
    () => (
      <Round tone={balanceTone}>
        <WalletIcon />
      </Round>
    ),
    [balanceTone],
  );
}

function Round({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
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
      {children}
    </chakra.span>
  );
}

function Sum({ of }: { of: Tone | 'balance' }) {
  const sums = use(SumsContext);
  const tone = of === 'balance' ? sums.balanceTone : of;
  return (
    <MoneyText size="figure" tone={tone} style={{ fontSize: fittingSize(sums.longest) }}>
      {sums[of]}
    </MoneyText>
  );
}

/** The font size of the sums: smaller when the longest of the three would not fit into its card. */
function fittingSize(characters: number): string {
  const share = 160 / Math.max(characters, 8);
  return `clamp(0.75rem, ${share.toFixed(1)}cqi, 1.75rem)`;
}
