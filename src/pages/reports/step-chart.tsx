import { memo } from 'react';
import { formatMoney, formatShortAmount } from '#domain/money/money';
import { amountAxis } from '#domain/reports/amount-axis';
import { type ReportStep, type StepSum, stepName } from '#domain/reports/report-steps';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { AmountBars } from '#ui/charts/amount-bars';
import { Key, Keys } from '#ui/charts/chart-frame';
import { showSame } from './show-same.ts';
import { stepMarks } from './step-marks.ts';

const NAMES = {
  day: texts.CHART_BY_DAY,
  week: texts.CHART_BY_WEEK,
  month: texts.CHART_BY_MONTH,
  year: texts.CHART_BY_YEAR,
};

/** Income and expenses of each step as bars, and the net as a line. The net of single days would only jump. */
function StepChart({ step, sums }: { step: ReportStep; sums: readonly StepSum[] }) {
  const hasLine = step !== 'day' && sums.length > 1;
  const all = sums.flatMap(({ income, expense, balance }) => [income, expense, hasLine ? balance : 0]);
  const points = sums.map(({ days, income, expense, balance }) => {
    return { at: days.from, income, expense, net: hasLine ? balance : null };
  });
  const amounts = amountAxis(Math.min(0, ...all), Math.max(0, ...all));
  const axes = { amounts, write: formatShortAmount, marks: stepMarks(step, sums) };
  const write = (at: number) => {
    const sum = sums[at];
    if (!sum) return null;
    const values = [
      [terms.INCOME, formatMoney(sum.income)],
      [texts.EXPENSES, formatMoney(sum.expense)],
      [texts.NET, formatMoney(sum.balance, { sign: 'not_zero' })],
    ] as const;
    return { title: stepName(step, sum.days), values };
  };
  return (
    <>
      <Keys>
        <Key ink="income">{terms.INCOME}</Key>
        <Key ink="expense">{texts.EXPENSES}</Key>
        {hasLine && (
          <Key ink="fg" isLine>
            {texts.NET}
          </Key>
        )}
      </Keys>
      <AmountBars label={NAMES[step]} points={points} axes={axes} of={write} />
    </>
  );
}

export default memo(StepChart, showSame);
