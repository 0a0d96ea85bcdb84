import { chakra } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { formatSignedAmount } from '#domain/money/money';
import type { ScheduleRow } from '#domain/rows';
import { MoneyText } from '#ui/money-text';

/** What comes, with its details below. */
export function RowWords({ title, details }: { title: string; details: readonly ReactNode[] }) {
  return (
    <chakra.div flex="1" minWidth="0">
      <chakra.p fontWeight="medium" overflowWrap="anywhere" lineClamp={2} title={title}>
        {title}
      </chakra.p>
      <chakra.p color="fg.muted" fontSize="xs" overflowWrap="anywhere">
        {details.filter(Boolean).map((detail, at) => (
          // The parts have no other name than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={at}>
            {at > 0 && ' · '}
            <span>{detail}</span>
          </Fragment>
        ))}
      </chakra.p>
    </chakra.div>
  );
}

/** The amount as lists show it: income is green, and an expense has the colour of text. */
export function RowAmount({ schedule }: { schedule: Pick<ScheduleRow, 'type' | 'amount'> }) {
  return <MoneyText tone={schedule.type === 'income' ? 'income' : 'neutral'}>{formatSignedAmount(schedule)}</MoneyText>;
}
