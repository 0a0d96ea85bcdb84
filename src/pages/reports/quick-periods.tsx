import { memo, useId } from 'react';
import { isSamePeriod, type Period } from '#domain/dates/dates';
import { QUICK_PERIODS, quickPeriod, quickPeriodOf } from '#domain/dates/report-periods';
import * as texts from '#texts/pages/reports';
import { PERIODS } from '#texts/periods';
import { useToday } from '../../features/dates/use-today.ts';
import { Chip, Chips } from './chips.tsx';

/** The most common periods as single buttons. None is selected when the period is another one. */
export const QuickPeriods = memo(function QuickPeriods(props: {
  period: Period;
  /** From the first transaction to the last one; null without any. */
  wholeTime: Period | null;
  onPeriod: (period: Period) => void;
}) {
  const { period, wholeTime, onPeriod } = props;
  const group = useId();
  const day = useToday();
  const chosen = quickPeriodOf(period, day);
  return (
    <Chips label={texts.QUICK_PERIODS}>
      {QUICK_PERIODS.map((name) => (
        <Chip
          key={name}
          label={PERIODS[name]}
          group={group}
          checked={name === chosen}
          onChange={() => onPeriod(quickPeriod(name, day))}
        />
      ))}
      {wholeTime && (
        <Chip
          label={texts.WHOLE_TIME}
          group={group}
          checked={chosen === null && isSamePeriod(wholeTime, period)}
          onChange={() => onPeriod(wholeTime)}
        />
      )}
    </Chips>
  );
});
