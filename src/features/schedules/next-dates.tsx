import { chakra } from '@chakra-ui/react';
import { formatWeekdayAndDate, isDate } from '#domain/dates/dates';
import { MAX_OCCURRENCES } from '#domain/rows';
import { checkRhythm, wholeNumber } from '#domain/schedules/check-rhythm';
import { nextOccurrences, type Occurrence, occurrencesUntil, type Timing } from '#domain/schedules/occurrences';
import { writeRhythm } from '#domain/schedules/rhythm';
import { occurrenceNear } from '#domain/schedules/takes-place';
import { ADDED_UNASKED } from '#store/commands/schedules/occurrences-add-due';
import { rhythmInWords } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedule-form';
import { dateTyped } from '../dates/date-reading.ts';
import { useToday } from '../dates/use-today.ts';
import type { ScheduleDraft } from './schedule-draft.ts';

const SHOWN = 3;

/**
 * What the form says so far, in words: the rhythm, its next three dates, and what is due already. Nothing while that is
 * incomplete. `isNew`: it has added nothing yet. `entryDate`: the day of the entry that is made to repeat; it is
 * the occurrence of its days.
 */
export function NextDates(props: { draft: ScheduleDraft; isNew: boolean; entryDate?: string | undefined }) {
  const { draft, isNew, entryDate } = props;
  const today = useToday();
  const rhythm = checkRhythm(draft.rhythm);
  const timing = rhythm.ok ? timingOf(draft, writeRhythm(rhythm.rhythm)) : null;
  if (!rhythm.ok || !timing) return null;
  const taken = entryDate === undefined ? null : occurrenceNear(timing, entryDate);
  const isLeft = ({ nominal }: Occurrence) => nominal !== taken?.nominal;
  const next = nextOccurrences(timing, today, SHOWN + 1)
    .filter(isLeft)
    .slice(0, SHOWN);
  const dates = next.map(({ date }) => formatWeekdayAndDate(date));
  const due = isNew ? occurrencesUntil(timing, today).filter(isLeft).length : 0;
  const becomes = draft.mode === 'remind' ? 'reminded' : due > ADDED_UNASKED ? 'asked' : 'added';
  return (
    <chakra.div role="status" p="3" borderRadius="md" bg="sunken" css={{ 'dialog &': { bg: 'track' } }}>
      <chakra.p fontWeight="medium">{rhythmInWords(rhythm.rhythm)}</chakra.p>
      <chakra.p color="fg.muted">{dates.length > 0 ? texts.nextDates(dates) : texts.NO_DATES}</chakra.p>
      {due > 0 && <chakra.p color="fg.muted">{texts.alreadyDue(due, becomes)}</chakra.p>}
    </chakra.div>
  );
}

function timingOf({ weekend, startDate: typed, ends, endDate, count }: ScheduleDraft, rhythm: string): Timing | null {
  const startDate = dateTyped(typed);
  const end = ends === 'date' ? dateTyped(endDate) : null;
  const times = ends === 'count' ? wholeNumber(count, MAX_OCCURRENCES) : null;
  if (startDate === null || !isDate(startDate)) return null;
  if ((ends === 'date' && end === null) || (ends === 'count' && times === null)) return null;
  return { rhythm, weekend, startDate, endDate: end, count: times };
}
