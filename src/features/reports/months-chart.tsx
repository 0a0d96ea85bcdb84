import { chakra } from '@chakra-ui/react';
import { formatMonth, formatMonthName } from '#domain/dates';
import { formatMoney } from '#domain/money';
import { type MonthSum, monthsOnAxis, type Report } from '#domain/report';
import * as texts from '#texts/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { HeadCell, line, ReportTable, room } from './report-table.tsx';

/** At most so many months are named below the columns. */
const NAMED = 12;

// A report may have hundreds of months: they are plain elements that their parent styles, for a component with a style of its own
// costs several times what the element does.

const MONTH_ROWS = {
  '& th': { ...line, py: '2.5', pe: '2', textAlign: 'start', fontWeight: 'normal', overflowWrap: 'anywhere' },
  '& td': {
    ...line,
    py: '2.5',
    px: '2',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
  },
  '& td:last-child': { pe: '0' },
  '& .wide': room.sm,
  '& .narrow': {
    display: { base: 'block', sm: 'none' },
    color: 'fg.muted',
    fontSize: 'xs',
    _print: { display: 'none' },
  },
  '& .narrow > span': { display: 'block' },
  '& [data-tone=income]': { color: 'income' },
  '& [data-tone=expense]': { color: 'expense' },
} as const;

const MONTH_COLUMNS = {
  '& > div': { flex: '1 1 0', minWidth: '0', maxWidth: '24' },
  '& > div > div': {
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    gap: '2px',
    height: '9rem',
    borderBottomWidth: '1px',
    borderColor: 'line.control',
  },
  '& > div > span': {
    display: 'block',
    textAlign: 'center',
    color: 'fg.muted',
    fontSize: 'xs',
    height: '5',
    whiteSpace: 'nowrap',
  },
  '& i': { width: '30%', maxWidth: '5', borderRadius: '3px 3px 0 0', printColorAdjust: 'exact' },
  '& .income': { bg: 'income' },
  '& .expense': { bg: 'expense' },
} as const;

/** Income and expenses of each month as columns, and the same in words. */
export function MonthsChart({ report }: { report: Report }) {
  return (
    <Card aria-labelledby="report-by-month">
      <chakra.h3 id="report-by-month" fontSize="md" mb="3">
        {texts.OVER_TIME}
      </chakra.h3>
      <chakra.p display="flex" gap="4" color="fg.muted" fontSize="xs" mb="3" aria-hidden>
        <Key color="income">{terms.INCOME}</Key>
        <Key color="expense">{texts.EXPENSES}</Key>
      </chakra.p>
      <Columns months={monthsOnAxis(report.months)} />
      <ReportTable mt="4" aria-labelledby="report-by-month">
        <thead>
          <tr>
            <HeadCell scope="col">{texts.MONTH}</HeadCell>
            <HeadCell scope="col" amount from="sm">
              {terms.INCOME}
            </HeadCell>
            <HeadCell scope="col" amount from="sm">
              {texts.EXPENSES}
            </HeadCell>
            <HeadCell scope="col" amount>
              {texts.NET}
            </HeadCell>
          </tr>
        </thead>
        <chakra.tbody css={MONTH_ROWS}>
          {report.months.map(({ month, income, expense, balance }) => (
            <tr key={month}>
              <th scope="row">
                {formatMonth(month)}
                <span className="narrow">
                  <span>{texts.incomeOf(formatMoney(income))}</span>
                  <span>{texts.expensesOf(formatMoney(expense))}</span>
                </span>
              </th>
              <td className="wide">{formatMoney(income)}</td>
              <td className="wide">{formatMoney(expense)}</td>
              <td data-tone={balance >= 0 ? 'income' : 'expense'}>{formatMoney(balance, { sign: 'always' })}</td>
            </tr>
          ))}
        </chakra.tbody>
      </ReportTable>
    </Card>
  );
}

/** A pair of columns for each month; the axis names as many months as have room. */
function Columns({ months }: { months: readonly MonthSum[] }) {
  const highest = Math.max(1, ...months.flatMap(({ income, expense }) => [income, expense]));
  const named = Math.ceil(months.length / NAMED);
  return (
    <chakra.div role="img" aria-label={texts.CHART_BY_MONTH} display="flex" alignItems="flex-end" css={MONTH_COLUMNS}>
      {months.map(({ month, income, expense }, at) => (
        <div key={month}>
          <div title={texts.step(formatMonth(month), formatMoney(income), formatMoney(expense))}>
            <i className="income" style={{ height: `${(income / highest) * 100}%` }} />
            <i className="expense" style={{ height: `${(expense / highest) * 100}%` }} />
          </div>
          <span>{at % named === 0 && formatMonthName(month)}</span>
        </div>
      ))}
    </chakra.div>
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
