import { chakra } from '@chakra-ui/react';
import { formatMoney } from '#domain/money';
import { axisMarks, type ReportStep, type StepSum, stepName, withEmptyRunsJoined } from '#domain/report-steps';
import * as texts from '#texts/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { HeadCell, line, ReportTable, room } from './report-table.tsx';

const STEP_TEXTS = {
  day: { head: texts.DAY, chart: texts.CHART_BY_DAY },
  week: { head: texts.WEEK, chart: texts.CHART_BY_WEEK },
  month: { head: texts.MONTH, chart: texts.CHART_BY_MONTH },
  year: { head: texts.YEAR, chart: texts.CHART_BY_YEAR },
};

// A report may have dozens of steps: they are plain elements that their parent styles, for a component with a style of its own
// costs several times what the element does.

const STEP_ROWS = {
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
  '& .empty > *': { py: '1.5', color: 'fg.muted', fontWeight: 'normal' },
} as const;

const STEP_COLUMNS = {
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
  // Wider than its column where there are many: it stands in the middle below it, over both edges.
  '& > div > span': {
    display: 'flex',
    justifyContent: 'center',
    color: 'fg.muted',
    fontSize: 'xs',
    height: '5',
    whiteSpace: 'nowrap',
  },
  '& i': { width: '30%', maxWidth: '5', borderRadius: '3px 3px 0 0', printColorAdjust: 'exact' },
  '& .income': { bg: 'income' },
  '& .expense': { bg: 'expense' },
} as const;

/** Income and expenses of each step as columns, and the same in words. */
export function OverTime({ step, sums }: { step: ReportStep; sums: readonly StepSum[] }) {
  return (
    <Card aria-labelledby="report-over-time">
      <chakra.h3 id="report-over-time" fontSize="md" mb="3">
        {texts.OVER_TIME}
      </chakra.h3>
      <chakra.p display="flex" gap="4" color="fg.muted" fontSize="xs" mb="3" aria-hidden>
        <Key color="income">{terms.INCOME}</Key>
        <Key color="expense">{texts.EXPENSES}</Key>
      </chakra.p>
      <Columns step={step} sums={sums} />
      <ReportTable mt="4" aria-labelledby="report-over-time">
        <thead>
          <tr>
            <HeadCell scope="col">{STEP_TEXTS[step].head}</HeadCell>
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
        <chakra.tbody css={STEP_ROWS}>
          {withEmptyRunsJoined(sums).map((sum) => (
            <StepRow key={sum.days.from} name={stepName(step, sum.days)} sum={sum} />
          ))}
        </chakra.tbody>
      </ReportTable>
    </Card>
  );
}

/** Where there is no room for all columns, the two sums stand below the name, unless one of them is the net. */
function StepRow({ name, sum: { income, expense, balance, count } }: { name: string; sum: StepSum }) {
  if (count === 0) {
    return (
      <tr className="empty">
        <th scope="row">{name}</th>
        <td className="wide" />
        <td className="wide" />
        <td>{texts.NO_ENTRIES}</td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">
        {name}
        {income > 0 && expense > 0 && (
          <span className="narrow">
            <span>{texts.incomeOf(formatMoney(income))}</span>
            <span>{texts.expensesOf(formatMoney(expense))}</span>
          </span>
        )}
      </th>
      <td className="wide">{formatMoney(income)}</td>
      <td className="wide">{formatMoney(expense)}</td>
      <td data-tone={balance >= 0 ? 'income' : 'expense'}>{formatMoney(balance, { sign: 'always' })}</td>
    </tr>
  );
}

/** A pair of columns for each step, above an axis. */
function Columns({ step, sums }: { step: ReportStep; sums: readonly StepSum[] }) {
  const highest = Math.max(1, ...sums.flatMap(({ income, expense }) => [income, expense]));
  // What is not nothing can be seen.
  const heightOf = (cents: number) => (cents === 0 ? '0' : `max(2px, ${(cents / highest) * 100}%)`);
  const marks = axisMarks(step, sums);
  return (
    <chakra.div role="img" aria-label={STEP_TEXTS[step].chart} display="flex" alignItems="flex-end" css={STEP_COLUMNS}>
      {sums.map(({ days, income, expense }, at) => (
        <div key={days.from}>
          <div title={texts.step(stepName(step, days), formatMoney(income), formatMoney(expense))}>
            <i className="income" style={{ height: heightOf(income) }} />
            <i className="expense" style={{ height: heightOf(expense) }} />
          </div>
          <span>{marks[at]}</span>
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
