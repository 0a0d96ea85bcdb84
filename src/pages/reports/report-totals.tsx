import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDate } from '#domain/dates/dates';
import { formatMoney, type MoneySign } from '#domain/money/money';
import type { Before } from '#domain/reports/compared';
import { OTHER_KINDS, type Report } from '#domain/reports/report';
import type { Counted } from '#domain/transactions/written-filter';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { NET_OF } from '#texts/transactions/transaction-kinds';
import { Card } from '#ui/card';
import { ArrowDownIcon, ArrowUpIcon, WalletIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { ROWS_LINKS, RowsLink } from '../../features/transactions/rows-link.tsx';

/** Income, expenses and net change of the report, each beside that of the period before. Each leads to its rows. */
export function ReportTotals(props: { report: Report; before: Before | null; counted: Counted | null }) {
  const { report, before, counted } = props;
  const { totalIncome, totalExpense, netChange, count } = report;
  const rows = count > 0 ? counted : null;
  const was = before?.report;
  return (
    <>
      <chakra.dl
        css={ROWS_LINKS}
        display="grid"
        gap={{ base: '3', md: '4' }}
        gridTemplateColumns={{ base: '1fr', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        <Total
          label={terms.TOTAL_INCOME}
          tone="income"
          icon={<ArrowUpIcon size={16} />}
          rows={rows && { ...rows, types: ['income'] }}
          before={was?.totalIncome}
        >
          {totalIncome}
        </Total>
        <Total
          label={terms.TOTAL_EXPENSES}
          tone="expense"
          icon={<ArrowDownIcon size={16} />}
          rows={rows && { ...rows, types: ['expense'] }}
          before={was?.totalExpense}
          sign="negative"
        >
          {totalExpense}
        </Total>
        <Total
          label={texts.NET_CHANGE}
          tone={netChange >= 0 ? 'income' : 'expense'}
          icon={<WalletIcon size={16} />}
          rows={rows && { ...rows, types: ['income', 'expense'] }}
          before={was?.netChange}
        >
          {netChange}
        </Total>
      </chakra.dl>
      {before && (
        <chakra.p color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
          {texts.comparedWith(formatDate(before.period.from), formatDate(before.period.to))}
        </chakra.p>
      )}
    </>
  );
}

/** What else changed the balances, in words and apart: a line for each kind. */
export function OtherChanges({ others, counted }: Pick<Report, 'others'> & { counted: Counted | null }) {
  return (
    <chakra.div css={ROWS_LINKS} color="fg.muted" fontSize="sm" _empty={{ display: 'none' }}>
      {others.map(({ kind, cents }) => (
        <p key={kind}>
          {NET_OF[kind]}
          {': '}
          <MoneyText>
            <RowsLink counted={counted && { ...counted, types: OTHER_KINDS[kind] }}>
              {formatMoney(cents, { sign: 'not_zero' })}
            </RowsLink>
          </MoneyText>
          {'. '}
          {texts.NOT_IN_NET_CHANGE}
        </p>
      ))}
    </chakra.div>
  );
}

/** Width of a character in bold tabular numerals, in em; slightly more than it needs. */
const CHARACTER_WIDTH = 0.64;

/** The sum is below its label where both do not fit on one line. It is smaller where it does not fit alone. */
function Total(props: {
  label: string;
  tone: 'income' | 'expense';
  icon: ReactNode;
  rows: Counted | null;
  /** The same of the period before, integer cents. */
  before: number | undefined;
  sign?: MoneySign;
  /** Integer cents. */
  children: number;
}) {
  const { label, tone, icon, rows, before, sign = 'not_zero', children: cents } = props;
  const text = formatMoney(cents, { sign });
  return (
    <Card
      asChild
      display={{ base: 'flex', md: 'block' }}
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="3"
      rowGap="1"
      containerType="inline-size"
    >
      <div>
        <chakra.dt
          display="flex"
          flexDirection={{ base: 'row-reverse', md: 'row' }}
          alignItems="center"
          justifyContent="space-between"
          gap="2"
          color="fg.muted"
        >
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
        <chakra.dd mt={{ md: '2' }} ms={{ base: 'auto', md: '0' }}>
          <MoneyText size="figure" tone={cents === 0 ? 'neutral' : tone}>
            <span style={{ fontSize: `min(1em, ${100 / (text.length * CHARACTER_WIDTH)}cqi)` }}>
              <RowsLink counted={rows}>{text}</RowsLink>
            </span>
          </MoneyText>
        </chakra.dd>
        {before !== undefined && (
          <chakra.dd width="full" color="fg.muted" fontSize="sm" fontVariantNumeric="tabular-nums">
            {texts.wasBefore(formatMoney(before, { sign }))}
          </chakra.dd>
        )}
      </div>
    </Card>
  );
}
