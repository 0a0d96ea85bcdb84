import { memo } from 'react';
import { formatMoney, formatShortAmount } from '#domain/money/money';
import { amountAxis } from '#domain/reports/amount-axis';
import type { SpendingDay } from '#domain/reports/month-spending';
import * as texts from '#texts/pages/reports';
import { AmountLines } from '#ui/charts/amount-lines';
import { Key, Keys } from '#ui/charts/chart-frame';
import { showSame } from './show-same.ts';

/** The days of a month that are named below it. */
const NAMED = [1, 8, 15, 22, 29];

/** What was spent since the first of the month, day by day, beside what the months before had come to by then. */
function SpendingChart({ days }: { days: readonly SpendingDay[] }) {
  const highest = Math.max(...days.flatMap(({ spent, usual }) => [spent ?? 0, usual]));
  const marks = NAMED.filter((day) => day <= days.length).map((day) => ({ at: day, text: String(day) }));
  const points = days.map(({ day, spent, usual }) => ({ at: day, amount: spent, compared: usual }));
  const axes = { amounts: amountAxis(0, highest), write: formatShortAmount, marks };
  const write = (at: number) => {
    const one = days[at];
    if (!one) return null;
    const usual = [texts.USUAL, formatMoney(one.usual)] as const;
    const values = one.spent === null ? [usual] : [[texts.THIS_MONTH, formatMoney(one.spent)] as const, usual];
    return { title: texts.untilDay(one.day), values };
  };
  return (
    <>
      <Keys>
        <Key ink="accent" isLine>
          {texts.THIS_MONTH}
        </Key>
        <Key ink="fg.muted" isLine>
          {texts.USUAL}
        </Key>
      </Keys>
      <AmountLines label={texts.SPENDING_CHART} points={points} axes={axes} of={write} />
    </>
  );
}

export default memo(SpendingChart, showSame);
