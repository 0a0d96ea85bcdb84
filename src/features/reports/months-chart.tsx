import { chakra } from '@chakra-ui/react';
import { formatMonth } from '#domain/dates';
import { formatMoney } from '#domain/money';
import { type MonthSum, monthsOnAxis, type Report } from '#domain/report';
import { Card } from '#ui/card';
import { MoneyText } from '#ui/money-text';
import { Cell, HeadCell, ReportTable, RowHead } from './report-table.tsx';

/** Height of the columns, and room that one month takes, in the units of the drawing. */
const HEIGHT = 120;
const STEP = 40;
const COLUMN = 12;

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
            <HeadCell scope="col" amount display={{ base: 'none', sm: 'table-cell' }}>
              Income
            </HeadCell>
            <HeadCell scope="col" amount display={{ base: 'none', sm: 'table-cell' }}>
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
              <Cell amount display={{ base: 'none', sm: 'table-cell' }}>
                <MoneyText>{formatMoney(income)}</MoneyText>
              </Cell>
              <Cell amount display={{ base: 'none', sm: 'table-cell' }}>
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

/** The drawing is as wide as its months need, up to the card: few months do not become bars as broad as a hand. */
function Columns({ months }: { months: readonly MonthSum[] }) {
  const highest = Math.max(1, ...months.flatMap(({ income, expense }) => [income, expense]));
  const width = months.length * STEP;
  return (
    <chakra.svg
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      role="img"
      aria-label="Income and expenses by month; the table below says the same."
      width="full"
      height="40"
      preserveAspectRatio={months.length > 12 ? 'none' : 'xMinYMax meet'}
      css={{ printColorAdjust: 'exact' }}
    >
      {months.map(({ month, income, expense }, at) => {
        const start = at * STEP + (STEP - 2 * COLUMN - 2) / 2;
        const [up, down] = [(income / highest) * HEIGHT, (expense / highest) * HEIGHT];
        return (
          <g key={month}>
            <title>{`${formatMonth(month)}: income ${formatMoney(income)}, expenses ${formatMoney(expense)}`}</title>
            <chakra.rect x={start} y={HEIGHT - up} width={COLUMN} height={up} rx="2" fill="income" />
            <chakra.rect x={start + COLUMN + 2} y={HEIGHT - down} width={COLUMN} height={down} rx="2" fill="expense" />
          </g>
        );
      })}
      <chakra.rect x="0" y={HEIGHT} width={width} height="1" fill="line.control" />
    </chakra.svg>
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
