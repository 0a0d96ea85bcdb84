import { memo } from 'react';
import { formatMoney, formatShortAmount } from '#domain/money/money';
import { amountAxis } from '#domain/reports/amount-axis';
import type { BalanceStep } from '#domain/reports/balance-steps';
import { type ReportStep, stepName } from '#domain/reports/report-steps';
import { AmountLines } from '#ui/charts/amount-lines';
import { showSame } from './show-same.ts';
import { stepMarks } from './step-marks.ts';

/** A balance at the end of each step as a line. `name`: what the amounts are, `label`: what the chart shows. */
function BalanceChart(props: { step: ReportStep; balances: readonly BalanceStep[]; name: string; label: string }) {
  const { step, balances, name, label } = props;
  const all = balances.map(({ balance }) => balance);
  const points = balances.map(({ days, balance }) => ({ at: days.from, amount: balance }));
  const amounts = amountAxis(Math.min(...all), Math.max(...all));
  const axes = { amounts, write: formatShortAmount, marks: stepMarks(step, balances) };
  const write = (at: number) => {
    const one = balances[at];
    return one ? { title: stepName(step, one.days), values: [[name, formatMoney(one.balance)] as const] } : null;
  };
  return <AmountLines label={label} points={points} axes={axes} of={write} />;
}

export default memo(BalanceChart, showSame);
