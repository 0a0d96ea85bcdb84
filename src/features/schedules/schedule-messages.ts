/** What is wrong with a schedule, in words. */

import { lengthOfMonth } from '#domain/dates/day-numbers';
import { formatCount } from '#domain/money/numbers';
import { MAX_OCCURRENCES } from '#domain/rows';
import { longestInterval, type RhythmInput } from '#domain/schedules/check-rhythm';
import type { ScheduleField, ScheduleProblem } from '#domain/schedules/check-schedule';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/schedules/schedule-form';
import { fieldMessage } from '../transactions/form/transaction-draft.ts';

const MISSING: Partial<Record<ScheduleField | 'form', string>> = { startDate: texts.NO_START, endDate: texts.NO_END };

/** The message at this field. A leap year has the longest months. */
export function scheduleMessage(
  { every, month }: Pick<RhythmInput, 'every' | 'month'>,
  field: ScheduleField | 'form',
  problem: ScheduleProblem,
): string {
  switch (problem) {
    case 'not_an_interval':
      return texts.notAnInterval(longestInterval(every));
    case 'no_weekday':
      return texts.NO_WEEKDAY;
    case 'not_a_day':
      return texts.notADay(every === 'year' ? lengthOfMonth(2000 * 12 + month - 1) : 31);
    case 'before_start':
      return texts.BEFORE_START;
    case 'never_occurs':
      return texts.NEVER_OCCURS;
    case 'not_a_count':
      return texts.notACount(formatCount(MAX_OCCURRENCES));
    default:
      return generalMessage(field, problem);
  }
}

type General = Parameters<typeof fieldMessage>[1];

function generalMessage(field: ScheduleField | 'form', problem: General): string {
  switch (field) {
    case 'startDate':
    case 'endDate':
    case 'count':
    case 'interval':
    case 'weekdays':
    case 'day':
    case 'form':
      if (problem !== 'empty') return problems.DATE_NOT_A_DATE;
      return MISSING[field] ?? problems.EMPTY;
    default:
      return fieldMessage(field, problem);
  }
}
