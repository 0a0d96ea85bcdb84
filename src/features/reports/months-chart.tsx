import { chakra } from '@chakra-ui/react';
import { formatMonth, formatMonthName } from '#domain/dates';
import { formatMoney } from '#domain/money';
import { type MonthSum, monthsOnAxis, type Report } from '#domain/report';
import { Card } from '#ui/card';
import { MoneyText } from '#ui/money-text';
import { Cell, HeadCell, ReportTable, RowHead } from './report-table.tsx';

/** At most so many months are named below the columns. */
const NAMED = 12;

/** Income and expenses of each month as columns, and the same in words. */
export function MonthsChart({ report }: { report: Report }) {
  return (
    <Card aria-labelledby="report-by-month">
      <chakra.h3 id="report-by-month" fontSize="md" mb="3">
        Over time
      </chakra.h3>
      <chakra.p display="flex" gap="4" color="fg.muted" fontSize="xs" mb="3" aria-hidden>
        <Key color="income">Income</Key>
        <Key color="expense">Expenses</Key>
      </chakra.p>
      <Columns months={monthsOnAxis(report.months)} />
      <ReportTable mt="4" aria-labelledby="report-by-month">
        <thead>
          <tr>
            <HeadCell scope="col">Month</HeadCell>
            <HeadCell scope="col" amount from="sm">
              Income
            </HeadCell>
            <HeadCell scope="col" amount from="sm">
              Expenses
            </HeadCell>
            <HeadCell scope="col" amount>
              Net
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {report.months.map(({ month, income, expense, balance }) => (
            <tr key={month}>
              <RowHead scope="row">{formatMonth(month)}</RowHead>
              <Cell amount from="sm">
                <MoneyText>{formatMoney(income)}</MoneyText>
              </Cell>
              <Cell amount from="sm">
                <MoneyText>{formatMoney(expense)}</MoneyText>
              </Cell>
              <Cell amount>
                <MoneyText tone={balance >= 0 ? 'income' : 'expense'}>
                  {formatMoney(balance, { sign: 'always' })}
                </MoneyText>
              </Cell>
            </tr>
          ))}
        </tbody>
      </ReportTable>
    </Card>
  );
}

/** A pair of columns for each month; the axis names as many months as have room. */
function Columns({ months }: { months: readonly MonthSum[] }) {
  const highest = Math.max(1, ...months.flatMap(({ income, expense }) => [income, expense]));
  const named = Math.ceil(months.length / NAMED);
  return (
    <chakra.div
      role="img"
      aria-label="Income and expenses by month. The table below says the same."
      display="flex"
      alignItems="flex-end"
    >
      {months.map(({ month, income, expense }, at) => (
        <chakra.div key={month} flex="1 1 0" minWidth="0" maxWidth="24">
          <chakra.div
            display="flex"
            alignItems="flex-end"
            justifyContent="center"
            gap="2px"
            height="9rem"
            borderBottomWidth="1px"
            borderColor="line.control"
            title={`${formatMonth(month)}: income ${formatMoney(income)}, expenses ${formatMoney(expense)}`}
          >
            <Column color="income" share={income / highest} />
            <Column color="expense" share={expense / highest} />
          </chakra.div>
          <chakra.span display="block" textAlign="center" color="fg.muted" fontSize="xs" height="5" whiteSpace="nowrap">
            {at % named === 0 && formatMonthName(month)}
          </chakra.span>
        </chakra.div>
      ))}
    </chakra.div>
  );
}

function Column({ color, share }: { color: 'income' | 'expense'; share: number }) {
  return (
    <chakra.span
      width="30%"
      maxWidth="5"
      borderRadius="3px 3px 0 0"
      bg={color}
      css={{ printColorAdjust: 'exact' }}
      style={{ height: `${share * 100}%` }}
    />
  );
}

function Key({ color, children }: { color: 'income' | 'expense'; children: string }) {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <chakra.span width="2.5" height="2.5" borderRadius="sm" bg={color} css={{ printColorAdjust: 'exact' }} />
      {children}
    </chakra.span>
  );
}
