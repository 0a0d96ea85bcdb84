import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import { formatMoney } from '#domain/money/money';
import { balancesOverTime } from '#domain/reports/balance-steps';
import { stepName } from '#domain/reports/report-steps';
import type { ReportLines } from '#store/queries/reports';
import * as texts from '#texts/pages/reports';
import { Card } from '#ui/card';
import { ChartFrame } from '#ui/charts/chart-frame';
import { onDemand } from '#ui/on-demand';
import { ChartTable } from './chart-table.tsx';
import { STEP_NAMES } from './step-marks.ts';

const BalanceChart = onDemand(() => import('./balance-chart.tsx'));

/** A line needs two points. */
const FEWEST_STEPS = 2;

/** The balance of one account, or the net worth of all, at the end of each step. `before`: when the period begins. */
export function BalanceOverTime({ read, before }: { read: ReportLines; before: number }) {
  const { step, scope } = read;
  const balances = balancesOverTime(read, before);
  if (balances.length < FEWEST_STEPS) return null;
  const isOne = scope.id !== null;
  const title = isOne ? texts.BALANCE_OVER_TIME : texts.NET_WORTH_OVER_TIME;
  const name = isOne ? texts.BALANCE : texts.NET_WORTH;
  const rows = balances.map(({ days, balance }) => [stepName(step, days), formatMoney(balance)]);
  return (
    <Card aria-labelledby="report-balance">
      <chakra.h3 id="report-balance" fontSize="md" mb="3">
        {title}
      </chakra.h3>
      <Suspense fallback={<ChartFrame />}>
        <BalanceChart step={step} balances={balances} name={name} label={texts.balanceChart(title)} />
      </Suspense>
      <ChartTable label={title} heads={[STEP_NAMES[step], name]} rows={rows} />
    </Card>
  );
}
