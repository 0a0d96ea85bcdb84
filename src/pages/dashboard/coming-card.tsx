import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatDayOfYear } from '#domain/dates/dates';
import * as texts from '#texts/schedules/schedules';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { useUpcoming } from '../../features/schedules/use-upcoming.ts';
import { RowAmount } from '../upcoming/row-words.tsx';
import { ComingPlace } from './coming-place.tsx';

const SHOWN = 5;

/** How much is due, and what comes next. All of it stands on its own tab. */
export default function ComingCard() {
  const upcoming = useUpcoming();
  const titleId = useId();
  if (!upcoming) return <ComingPlace />;
  const { overdue, ahead } = upcoming;
  // What this device adds by itself is due for a moment only.
  const due = overdue.filter(({ holdup }) => holdup !== null).length;
  const next = ahead.slice(0, SHOWN);
  if (due === 0 && next.length === 0) return null;
  return (
    <Card aria-labelledby={titleId} padded={false} px={{ base: '4', md: '5' }} py={{ base: '2', md: '3' }}>
      <chakra.div display="flex" alignItems="center" gap="3">
        <chakra.h3 id={titleId} fontSize="sm" fontWeight="medium">
          {texts.COMING}
        </chakra.h3>
        {due > 0 && <Badge tone="accent">{texts.overdue(due)}</Badge>}
        <Button asChild variant="plain" size="inline" ms="auto">
          <Link to="/" search={{ tab: 'upcoming' }}>
            {texts.SHOW_ALL}
          </Link>
        </Button>
      </chakra.div>
      {next.length > 0 && (
        <chakra.ol
          listStyle="none"
          aria-labelledby={titleId}
          display="grid"
          columnGap="6"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: `repeat(${SHOWN}, minmax(0, 1fr))` }}
        >
          {next.map(({ schedule, nominal, date }) => (
            <chakra.li
              key={`${schedule.id} ${nominal}`}
              display="flex"
              flexDirection={{ base: 'row', lg: 'column' }}
              columnGap="3"
              py="1"
              minWidth="0"
            >
              <chakra.span color="fg.muted" width={{ base: '3.5rem', lg: 'auto' }} flexShrink="0">
                <time dateTime={date}>{formatDayOfYear(date)}</time>
              </chakra.span>
              <chakra.span flex="1" minWidth="0" truncate title={nameOf(schedule)}>
                {nameOf(schedule)}
              </chakra.span>
              <RowAmount schedule={schedule} />
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Card>
  );
}
