import { memo, useId } from 'react';
import type { Period } from '#domain/dates/dates';
import { QUICK_PERIODS, type QuickPeriod, quickPeriod, quickPeriodOf } from '#domain/dates/report-periods';
import * as texts from '#texts/pages/reports';
import { useToday } from '../../features/dates/use-today.ts';
import { Chip, Chips } from './chips.tsx';

const NAMES: Record<QuickPeriod, string> = {
  thisMonth: texts.THIS_MONTH,
  lastMonth: texts.LAST_MONTH,
  thisQuarter: texts.THIS_QUARTER,
  thisYear: texts.THIS_YEAR,
  lastTwelveMonths: texts.LAST_TWELVE_MONTHS,
};

/** The most common periods as single buttons. None is selected when the period is another one. */
export const QuickPeriods = memo(function QuickPeriods(props: { period: Period; onPeriod: (period: Period) => void }) {
  const { period, onPeriod } = props;
  const group = useId();
  const day = useToday();
  const chosen = quickPeriodOf(period, day);
  return (
    <Chips label={texts.QUICK_PERIODS}>
      {QUICK_PERIODS.map((name) => (
        <Chip
          key={name}
          label={NAMES[name]}
          group={group}
          checked={name === chosen}
          onChange={() => onPeriod(quickPeriod(name, day))}
        />
      ))}
    </Chips>
  );
});
