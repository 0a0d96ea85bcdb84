import { chakra } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { formatSignedAmount } from '#domain/money/money';
import type { ScheduleRow } from '#domain/rows';
import { MoneyText } from '#ui/money-text';

const Line = chakra('div', {
  base: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', columnGap: '3' },
});

/**
 * What comes, with its details below. `amount` and `after` stand at the end of the two lines, so each leaves its own
 * line the room that it does not need.
 */
export function RowWords(props: {
  title: string;
  details: readonly ReactNode[];
  amount?: ReactNode;
  after?: ReactNode;
}) {
  const { title, details, amount, after } = props;
  return (
    <chakra.div flex="1" minWidth="0">
      <Line>
        <chakra.p fontWeight="medium" overflowWrap="anywhere" lineClamp={2} title={title}>
          {title}
        </chakra.p>
        {amount}
      </Line>
      <Line>
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
        {after}
      </Line>
    </chakra.div>
  );
}

/** The amount as lists show it: income is green, and an expense has the colour of text. */
export function RowAmount({ schedule }: { schedule: Pick<ScheduleRow, 'type' | 'amount'> }) {
  return <MoneyText tone={schedule.type === 'income' ? 'income' : 'neutral'}>{formatSignedAmount(schedule)}</MoneyText>;
}
