import { chakra } from '@chakra-ui/react';
import { formatDate, shiftDays } from '#domain/dates/dates';
import { dayNumber } from '#domain/dates/day-numbers';
import type { ScheduleRow } from '#domain/rows';
import { nextOccurrences } from '#domain/schedules/occurrences';
import { parseRhythm } from '#domain/schedules/rhythm';
import type { PlannedSchedule } from '#store/queries/schedules/open-occurrences';
import type { Upcoming } from '#store/queries/schedules/upcoming';
import * as actions from '#texts/actions';
import { rhythmWithWeekend } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedules';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';
import { PencilIcon, Trash2Icon } from '#ui/icons';
import { nameOf } from '../../features/schedules/schedule-name.ts';
import { useScheduleCommands } from '../../features/schedules/use-schedule-commands.ts';
import type { Places } from '../../features/schedules/use-upcoming.ts';
import { personName } from '../../session/person-name.ts';
import { useScheduleForm } from '../../session/schedules/schedule-form-state.ts';
import { useActor } from '../../session/session.ts';
import { RowAmount, RowWords } from './row-words.tsx';
import { Section } from './section.tsx';

/** All schedules, the next to come first: what, how often, when, who keeps it going, and why it stands still. */
export function ScheduleList(props: {
  schedules: readonly PlannedSchedule[];
  upcoming: Upcoming;
  places: Places;
  /** A row goes with the button that had the focus. */
  onGone: () => void;
}) {
  const { schedules, upcoming, places, onGone } = props;
  const listed = schedules
    .map((planned) => ({ planned, next: nextOf(planned.schedule, upcoming) }))
    .sort((one, other) => orderOf(one.next) - orderOf(other.next));
  return (
    <Section title={texts.SCHEDULES}>
      {listed.map(({ planned, next }) => (
        <ScheduleItem
          key={planned.schedule.id}
          planned={planned}
          next={next}
          isDue={upcoming.overdue.some(({ schedule }) => schedule.id === planned.schedule.id)}
          places={places}
          onGone={onGone}
        />
      ))}
    </Section>
  );
}

/** What is over comes last. */
function orderOf(next: string | null): number {
  return next === null ? Number.POSITIVE_INFINITY : dayNumber(next);
}

/** What comes so soon is listed, unless an entry stands for it. */
const DAYS_LISTED = 60;

/** The next date that nothing stands for; null where there is none any more. */
function nextOf(schedule: ScheduleRow, { ahead, today }: Upcoming): string | null {
  const soon = ahead.find((one) => one.schedule.id === schedule.id);
  return soon?.date ?? nextOccurrences(schedule, shiftDays(today, DAYS_LISTED + 1), 1)[0]?.date ?? null;
}

function ScheduleItem(props: {
  planned: PlannedSchedule;
  next: string | null;
  /** Something of it is due and not added. */
  isDue: boolean;
  places: Places;
  onGone: () => void;
}) {
  const { planned, next, isDue, places, onGone } = props;
  const { schedule, holdup } = planned;
  const actor = useActor();
  const { remove } = useScheduleCommands();
  const open = useScheduleForm((state) => state.open);
  const { edits, deletes } = places.rightsOf(planned);
  const what = nameOf(schedule);
  const maker = { userId: schedule.userId, email: schedule.userEmail };
  const isOthers = schedule.userId !== actor.userId || places.isShared(schedule.accountId);
  const who =
    schedule.userId !== null &&
    isOthers &&
    (schedule.userId === actor.userId ? texts.BY_YOU : texts.keptGoingBy(personName(maker, actor)));
  return (
    <chakra.li display="flex" alignItems="center" gap="3" py="2.5" borderColor="line">
      <chakra.div flex="1" minWidth="0">
        <RowWords
          title={what}
          details={[
            rhythmWithWeekend(parseRhythm(schedule.rhythm), schedule.weekend),
            holdup !== 'archived' && (next === null ? texts.OVER : texts.nextOn(formatDate(next))),
            (places.areMany || schedule.pairId !== null) && places.placeOf(planned),
            who,
            // What is over adds nothing, and reminds nobody.
            (next !== null || isDue) && texts.STATES[holdup ?? 'adds'],
          ]}
        />
        <WayOut planned={planned} mayChange={deletes} />
      </chakra.div>
      <chakra.div
        display="flex"
        flexDirection={{ base: 'column', sm: 'row' }}
        alignItems={{ base: 'flex-end', sm: 'center' }}
        columnGap="3"
      >
        <RowAmount schedule={schedule} />
        {(edits || deletes) && (
          <chakra.div display="flex" me={{ base: '-3', sm: '0' }} gap={{ sm: '1.5' }}>
            {edits && (
              <IconButton label={actions.editOf(what)} onClick={() => open({ kind: 'edit', ...planned })}>
                <PencilIcon aria-hidden />
              </IconButton>
            )}
            {deletes && (
              <IconButton
                label={actions.deleteOf(what)}
                onClick={async () => {
                  if (await remove(planned)) onGone();
                }}
              >
                <Trash2Icon aria-hidden />
              </IconButton>
            )}
          </chakra.div>
        )}
      </chakra.div>
    </chakra.li>
  );
}

/** What makes a schedule go on that stands still. */
function WayOut({ planned, mayChange }: { planned: PlannedSchedule; mayChange: boolean }) {
  const { keep, unpair } = useScheduleCommands();
  const { schedule, holdup } = planned;
  if (!mayChange) return null;
  if (holdup === 'nobody') {
    return (
      <Button
        variant="outline"
        size="sm"
        mt="2"
        aria-label={texts.keepOf(nameOf(schedule))}
        onClick={() => void keep(planned)}
      >
        {texts.KEEP}
      </Button>
    );
  }
  if (holdup !== 'other_side' || planned.other) return null;
  return (
    <Button variant="outline" size="sm" mt="2" onClick={() => void unpair(planned)}>
      {texts.goOnAs(schedule.type)}
    </Button>
  );
}
