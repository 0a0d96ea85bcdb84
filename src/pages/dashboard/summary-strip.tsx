import { chakra } from '@chakra-ui/react';
import { createContext, type ReactNode, Suspense, use, useState } from 'react';
import { formatMoney } from '#domain/money/money';
import type { Summary } from '#domain/money/totals';
import * as texts from '#texts/pages/dashboard';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { extraOnDemand } from '#ui/on-demand';
import { useSummary } from '../../session/accounts/use-summary.ts';
import type { Recent } from './recent-days.tsx';
import { type SumKind, writeEach } from './written-sums.ts';

type Tone = 'income' | 'expense';

interface Sums extends Record<SumKind, string> {
  balanceTone: Tone;
  /** What the balance has besides income and expenses; null where that is nothing. */
  others: string | null;
}

/** Stands where a text will be, so that nothing moves when it comes. */
const SPACE = '\u00a0';

const UNREAD: Sums = { balance: SPACE, income: SPACE, expense: SPACE, balanceTone: 'income', others: null };

/** A new transaction changes only the texts, so the strip itself renders once. */
const SumsContext = createContext(UNREAD);

const RecentContext = createContext<Recent | null>(null);

/** Loaded after the sums. Its places are kept. */
const ReadRecentDays = extraOnDemand(() => import('./recent-days.tsx'));

/**
 * The balance of these accounts together, their income and their expenses at a glance. All has its place before it is
 * read.
 */
export function SummaryStrip({ accountIds }: { accountIds: readonly string[] }) {
  const summary = useSummary(accountIds);
  const [recent, setRecent] = useState<Recent | null>(null);
  return (
    <SumsContext value={summary ? writeSums(summary) : UNREAD}>
      <RecentContext value={recent}>{STRIP}</RecentContext>
      <Suspense>
        <ReadRecentDays accountIds={accountIds} onRead={setRecent} />
      </Suspense>
    </SumsContext>
  );
}

function writeSums(summary: Summary): Sums {
  const others = summary.balance - (summary.income - summary.expense);
  return {
    ...writeEach(summary, 'always'),
    balanceTone: summary.balance >= 0 ? 'income' : 'expense',
    others: others === 0 ? null : formatMoney(others, { sign: 'always' }),
  };
}

/** The balance and its line stand above income and expenses on a phone, and before them elsewhere. */
const Strip = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 2fr) repeat(2, minmax(10.5rem, 1fr))' },
    rowGap: '2',
    px: { base: '4', md: '5' },
    py: { base: '2', md: '3.5' },
    '& > div': { minWidth: '0' },
    '& > .balance': {
      display: 'grid',
      gridColumn: { base: '1 / -1', md: 'auto' },
      // On a tablet the line gives way: the balance stays the largest number.
      gridTemplateColumns: { base: 'minmax(0, 3fr) minmax(0, 2fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' },
      columnGap: { base: '3', md: '6' },
    },
    // Room for a second line, which comes with the sums: nothing below moves then.
    '& .balance > .trend': {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignContent: 'start',
      columnGap: '3',
      minHeight: '2lh',
    },
    '& > div + div': {
      borderStartWidth: { md: '1px' },
      borderColor: 'line',
      ps: { md: '4', lg: '5' },
      ms: { md: '4', lg: '5' },
    },
    '& dt': { display: 'flex', alignItems: 'center', gap: '1.5', color: 'fg.muted', fontSize: 'xs' },
    '& dt + dd': { mt: '1', containerType: 'inline-size' },
    '& .trend': { mt: '0.5', color: 'fg.muted', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
    '& .trend > span': { display: 'block', textWrap: 'balance' },
    // A line of its own, or it would move there when the months before it are read.
    '& .trend > .others': { flexBasis: 'full' },
    '& .line': { gridColumn: '2', gridRow: '1 / span 2', height: { base: '12', md: '14' }, alignSelf: 'center' },
  },
});

const STRIP = (
  <Card padded={false}>
    <Strip>
      <div className="balance">
        <dt>
          <BalanceMark />
          {terms.CURRENT_BALANCE}
        </dt>
        <Sum of="balance" />
        <Trend of="balance" />
        <Line />
      </div>
      <div>
        <dt>
          <Round tone="income">
            <ArrowUpIcon />
          </Round>
          {terms.TOTAL_INCOME}
        </dt>
        <Sum of="income" />
        <Trend of="income" />
      </div>
      <div>
        <dt>
          <Round tone="expense">
            <ArrowDownIcon />
          </Round>
          {terms.TOTAL_EXPENSES}
        </dt>
        <Sum of="expense" />
        <Trend of="expense" />
      </div>
    </Strip>
  </Card>
);

function Sum({ of }: { of: SumKind }) {
  const sums = use(SumsContext);
  const tone = of === 'balance' ? sums.balanceTone : of;
  return (
    <dd>
      <MoneyText size="figure" tone={tone} style={{ fontSize: fittingSize(of, sums) }}>
        {sums[of]}
      </MoneyText>
    </dd>
  );
}

/** Smaller where the sum would not fit. Income and expenses are alike, and the balance is the largest. */
function fittingSize(of: SumKind, { balance, income, expense }: Sums): string {
  const longest = of === 'balance' ? balance.length : Math.max(income.length, expense.length);
  const share = 160 / Math.max(longest, 8);
  return `clamp(0.75rem, ${share.toFixed(1)}cqi, ${of === 'balance' ? '1.75rem' : '1.25rem'})`;
}

function Trend({ of }: { of: SumKind }) {
  const [now, before] = use(RecentContext)?.trend[of] ?? [SPACE, SPACE];
  const { others } = use(SumsContext);
  return (
    <dd className="trend">
      <span>{now}</span>
      <span>{before}</span>
      {of === 'balance' && others !== null && <Others amount={others} />}
    </dd>
  );
}

/** Why the balance is not income minus expenses. */
function Others({ amount }: { amount: string }) {
  return <span className="others">{texts.balanceIncludes(amount)}</span>;
}

function Line() {
  return <dd className="line">{use(RecentContext)?.line}</dd>;
}

function BalanceMark() {
  const { balanceTone } = use(SumsContext);
  return (
    <Round tone={balanceTone}>
      <WalletIcon />
    </Round>
  );
}

function Round({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <chakra.span
      aria-hidden
      display="grid"
      placeItems="center"
      width="5"
      height="5"
      _icon={{ width: '3', height: '3' }}
      borderRadius="full"
      bg={`${tone}.soft`}
      color={tone}
    >
      {children}
    </chakra.span>
  );
}
