import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { formatDayOfYear } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import * as texts from '#texts/schedules/schedules';
import { Badge } from '#ui/badge';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { useUpcoming } from '../../features/schedules/use-upcoming.ts';

const LISTED = 5;

const Line = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minWidth: '0',
    minHeight: { base: '11', lg: '8' },
    color: 'fg.muted',
    _hover: { color: 'fg' },
  },
});

/**
 * How much is due, and what comes next, beside the dashboard's title: there it takes no row of the list out of sight.
 * Its tooltip lists the next five, and a press leads to all of them.
 */
export default function ComingLine() {
  const upcoming = useUpcoming();
  if (!upcoming) return null;
  const { overdue, ahead } = upcoming;
  // What this device adds by itself is due for a moment only.
  const due = overdue.filter(({ holdup }) => holdup !== null).length;
  const [next] = ahead;
  if (due === 0 && !next) return null;
  const listed = ahead
    .slice(0, LISTED)
    .map(({ schedule, date }) => texts.comingOn(formatDayOfYear(date), nameOf(schedule), formatSignedAmount(schedule)));
  return (
    <chakra.span flex="1" minWidth="0" display="flex" justifyContent="flex-end">
      <Line asChild>
        <Link to="/" search={{ tab: 'upcoming' }} title={listed.join('\n')}>
          <chakra.span srOnly={{ base: true, lg: false }} flexShrink="0">
            {texts.COMING}
          </chakra.span>
          {due > 0 && <Badge tone="accent">{texts.overdue(due)}</Badge>}
          {next && (
            <chakra.span truncate>{texts.addedOn(nameOf(next.schedule), formatDayOfYear(next.date))}</chakra.span>
          )}
        </Link>
      </Line>
    </chakra.span>
  );
}
