import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { formatMoney } from '#domain/money/money';
import { type ReportStep, type StepSum, stepName, withEmptyRunsJoined } from '#domain/reports/report-steps';
import type { Counted } from '#domain/transactions/written-filter';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { Card } from '#ui/card';
import { ChartFrame } from '#ui/charts/chart-frame';
import { toneOf } from '#ui/money-text';
import { onDemand } from '#ui/on-demand';
import { RowsLink } from '../../features/transactions/rows-link.tsx';
import { HeadCell, ReportTable } from './report-table.tsx';
import { STEP_NAMES } from './step-marks.ts';

/** Loaded with its library after the sums, which do not wait for it. */
const StepChart = onDemand(() => import('./step-chart.tsx'));

const STEP_ROWS = {
  '& .narrow': {
    display: { base: 'block', sm: 'none' },
    color: 'fg.muted',
    fontSize: 'xs',
    _print: { display: 'none' },
  },
  '& .narrow > span': { display: 'block' },
  '& .empty > *': { py: '1.5', color: 'fg.muted', fontWeight: 'normal' },
} as const;

/** Income and expenses of each step as a chart, and the same in words. Each step leads to its rows. */
export function OverTime(props: { step: ReportStep; sums: readonly StepSum[]; counted: Counted | null }) {
  const { step, sums, counted } = props;
  return (
    <Card aria-labelledby="report-over-time">
      <chakra.h3 id="report-over-time" fontSize="md" mb="3">
        {texts.OVER_TIME}
      </chakra.h3>
      <Suspense fallback={<ChartFrame />}>
        <StepChart step={step} sums={sums} />
      </Suspense>
      <ReportTable mt="4" css={STEP_ROWS} aria-labelledby="report-over-time">
        <thead>
          <tr>
            <HeadCell scope="col">{STEP_NAMES[step]}</HeadCell>
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
        <tbody>
          {withEmptyRunsJoined(sums).map((sum) => (
            <StepRow key={sum.days.from} name={stepName(step, sum.days)} sum={sum} counted={counted} />
          ))}
        </tbody>
      </ReportTable>
    </Card>
  );
}

/** On narrow screens the two sums are below the name, unless one of them equals the net. */
function StepRow({ name, sum, counted }: { name: string; sum: StepSum; counted: Counted | null }) {
  const { days, income, expense, balance, count } = sum;
  if (count === 0) {
    return (
      <tr className="empty">
        <th scope="row">{name}</th>
        <td className="sum from-sm" />
        <td className="sum from-sm" />
        <td className="sum">{texts.NO_ENTRIES}</td>
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
      <td className="sum from-sm">{formatMoney(income)}</td>
      <td className="sum from-sm">{formatMoney(expense)}</td>
      <td className="sum" data-tone={toneOf(balance)}>
        <RowsLink counted={counted && { ...counted, types: ['income', 'expense'], period: days }}>
          {formatMoney(balance, { sign: 'not_zero' })}
        </RowsLink>
      </td>
    </tr>
  );
}
