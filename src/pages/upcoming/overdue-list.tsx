import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatWeekdayAndDate } from '#domain/dates/dates';
import { ADDED_UNASKED } from '#store/commands/schedules/occurrences-add-due';
import type { OpenOccurrence } from '#store/queries/schedules/open-occurrences';
import type { Upcoming } from '#store/queries/schedules/upcoming';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { EllipsisIcon } from '#ui/icons';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { useScheduleCommands } from '../../features/schedules/use-schedule-commands.ts';
import type { Places } from '../../features/schedules/use-upcoming.ts';
import { ManyDue } from './many-due.tsx';
import { RowAmount, RowWords } from './row-words.tsx';
import { Section } from './section.tsx';

/** More at once would be a long way to what comes. */
const SHOWN = 30;

/** What is due and not added, oldest first. */
export function OverdueList(props: {
  upcoming: Upcoming;
  places: Places;
  onChange: (occurrence: OpenOccurrence) => void;
  /** A row goes with the button that had the focus. */
  onGone: () => void;
}) {
  const { upcoming, places, onChange, onGone } = props;
  const [all, setAll] = useState(false);
  const { overdue } = upcoming;
  if (overdue.length === 0) return null;
  const toAdd = overdue.filter(({ holdup }) => holdup === null).length;
  const shown = all ? overdue : overdue.slice(0, SHOWN);
  return (
    <Section title={texts.OVERDUE} before={<ManyDue due={toAdd} isMany={toAdd > ADDED_UNASKED} />}>
      {shown.map((one) => (
        <OverdueRow
          key={`${one.schedule.id} ${one.nominal}`}
          one={one}
          places={places}
          onChange={onChange}
          onGone={onGone}
        />
      ))}
      {shown.length < overdue.length && (
        <chakra.li borderColor="line" pt="3">
          <Button variant="outline" onClick={() => setAll(true)}>
            {texts.more(overdue.length - shown.length)}
          </Button>
        </chakra.li>
      )}
    </Section>
  );
}

function OverdueRow(props: {
  one: OpenOccurrence;
  places: Places;
  onChange: (occurrence: OpenOccurrence) => void;
  onGone: () => void;
}) {
  const { one, places, onChange, onGone } = props;
  const andGone = async (done: Promise<boolean>) => {
    if (await done) onGone();
  };
  const { addNow, skip } = useScheduleCommands();
  const { schedule, holdup, date } = one;
  const what = nameOf(schedule);
  const { addsNow, skips } = places.rightsOf(one);
  const state = holdup !== null && holdup !== 'remind' && holdup !== 'viewer' ? texts.STATES[holdup] : null;
  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="1" py="2.5" borderColor="line">
      <chakra.div flex="1 1 14rem" minWidth="0" display="flex" alignItems="center" gap="3">
        <RowWords title={what} details={[formatWeekdayAndDate(date), places.placeOf(one), state]} />
        <RowAmount schedule={schedule} />
      </chakra.div>
      {(addsNow || skips) && (
        <chakra.div display="flex" flexWrap="wrap" gap="1.5" ms={{ base: '-3', sm: '0' }}>
          {addsNow && (
            <Button
              variant="outline"
              size="sm"
              ms={{ base: '3', sm: '0' }}
              aria-label={texts.addNowOf(what)}
              onClick={() => void andGone(addNow(one))}
            >
              {texts.ADD_NOW}
            </Button>
          )}
          {skips && (
            <Button variant="ghost" size="sm" aria-label={texts.skipOf(what)} onClick={() => void andGone(skip(one))}>
              {texts.SKIP}
            </Button>
          )}
          {addsNow && (
            <IconButton label={texts.otherValuesOf(what)} onClick={() => onChange(one)}>
              <EllipsisIcon aria-hidden />
            </IconButton>
          )}
        </chakra.div>
      )}
    </chakra.li>
  );
}
